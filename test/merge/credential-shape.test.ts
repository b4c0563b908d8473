import { expect, test } from 'vitest';
import { looksLikeCredential } from '../../src/merge/credential-shape.ts';

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
