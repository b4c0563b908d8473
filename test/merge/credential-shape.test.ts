import { describe, expect, test } from 'vitest';
import { holdsCredential, looksLikeCredential } from '../../src/merge/credential-shape.ts';

test.each([
  `sk-dummy-${'0'.repeat(20)}`,
  `--key=sk_dummy_${'0'.repeat(20)}`,
  `ghp_${'dummy'.repeat(5)}`,
  `github_pat_${'dummy'.repeat(5)}`,
  `AIza${'dummy'.repeat(5)}`,
  'Authorization: Bearer CANARY-dummy',
  'basic ZHVtbXk6ZHVtbXk0Mg==',
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  'https://dummy@example.com/x',
  'https://me:dummy@example.com/x',
  'postgres://me:dummy@localhost/db',
  'API_KEY=dummy-dummy',
  'export MY_SECRET="dummydummy"',
  'client_secret: dummydummy',
  '--token',
  '--auth-token=x',
  'aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ3',
])('%j looks like a credential', (text) => {
  expect(looksLikeCredential(text)).toBe(true);
});

test.each([
  'Bash(git push --force-with-lease origin HEAD:refs/heads/feature/Add-Very-Long-Branch-Name-V2-For-2026)',
  'https://token.example.com/path',
  'https://github.com/o/r.git',
  'ssh://git@github.com/o/r.git',
  'git@github.com:o/r.git',
  'mcp__plugin_Notion_notion__API-post-search',
  '--token-file',
  'a token budget of 20000 tokens',
  'basic authentication',
  'WebFetch(domain:auth.example.com)',
  'Bash(kubectl get secrets:*)',
  '~/.claude/skills/secret-keeper/SKILL.md',
  'risk-assessment-long',
  'sk-learn-helper-long',
  '-e GITHUB_TOKEN=$GITHUB_TOKEN',
  '0f8fad5b-d9cb-469f-a165-70867728950e',
  '9c1185a5c5e9fc54612808977ee8f548b2258d31',
  'claude-opus-4-1-20250805',
])('%j does not', (text) => {
  expect(looksLikeCredential(text)).toBe(false);
});

describe('in what is written for people', () => {
  test.each([
    `Use sk-dummy-${'0'.repeat(20)} for the staging server.`,
    `The deploy token is ghp_${'dummy'.repeat(5)}, ask Ann for another.`,
    `key: AIza${'dummy'.repeat(5)}`,
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    'The database is at postgres://me:dummy@localhost/db',
    'clone https://dummy0dummy@example.com/x.git',
    'session eyJhbGciOiJub25lIn0.eyJzdWIi.dummy',
    'password = dUm0my1Dum2my3',
    '- **API key**: `d0u1m2m3y4d5`',
    '"client_secret": "9f3dummy1a2b3c4d"',
    'curl -H "Authorization: Bearer d4u5m6m7y8d9"',
    'run it with --auth-token d4u5m6m7y8d9',
    'the token key: d4u5m6m7y8d9',
    'aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ3',
  ])('%j is a credential', (prose) => {
    expect(holdsCredential(prose)).toBe(true);
  });

  test.each([
    'token: something',
    'auth: use OAuth',
    'Authorization: Bearer <your-token>',
    'Never print a password: mask it.',
    'secrets: see https://vault.example.com/team/secrets',
    'API_KEY=your-api-key-here',
    'Set API_KEY=$MY_API_KEY first, or pass --token',
    'credentials: ~/.config/gcloud/application_default_credentials.json',
    'The key: value pairs of config.yaml are sorted.',
    'token = await getToken(userId)',
    'basic auth with a bearer token from oauth2-proxy',
    'auth: OAuth2/OIDC with PKCE (RFC7636)',
    'password=correct-horse-battery-staple',
    'Tokens: claude-opus-4-1-20250805 has 200k of them',
    'commit 9c1185a5c5e9fc54612808977ee8f548b2258d31 changed the token format',
  ])('%j is none', (prose) => {
    expect(holdsCredential(prose)).toBe(false);
  });
});
