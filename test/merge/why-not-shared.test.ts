import { describe, expect, test } from 'vitest';
import { change, type Document, textOf, two } from './lab.ts';

describe('laws 9 and 18: what never travels', () => {
  const key = `sk-dummy-${'a1B2'.repeat(8)}`;
  test.each<[string, Document, string, string]>([
    ['a key', { mcpServers: { s: { args: [key] } } }, '/mcpServers/s', 'credential'],
    [
      'a flag and its value',
      { mcpServers: { s: { args: ['--api-key', 'x'] } } },
      '/mcpServers/s',
      'credential',
    ],
    [
      'a token in an address',
      { mcpServers: { s: { url: 'https://me:CANARY@x.dev' } } },
      '/mcpServers/s',
      'credential',
    ],
    ['a web token', { model: 'eyJhbGciOiJub25lIn0.eyJzdWIi.CANARY' }, '/model', 'credential'],
    ['a random word', { model: 'aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ3' }, '/model', 'credential'],
    [
      'a scrubbed name',
      { permissions: { allow: ['Bash(ANTHROPIC_API_KEY=x y)'] } },
      '/permissions/allow',
      'scrubbedName',
    ],
    [
      'a scrubbed name as a key',
      { hooks: { Stop: { ANTHROPIC_BASE_URL: 1 } } },
      '/hooks/Stop',
      'scrubbedName',
    ],
    [
      'a path of a home',
      { hooks: { Stop: [{ command: '/data/accounts/demo/home/x.sh' }] } },
      '/hooks/Stop',
      'homePath',
    ],
    [
      'a project in a home',
      { projects: { '/data/accounts/demo/home': {} } },
      '/projects/~1data~1accounts~1demo~1home',
      'homePath',
    ],
    [
      'an item that holds a secret part',
      { permissions: { allow: [{ tool: 't', token: 'CANARY' }] } },
      '/permissions/allow',
      'privateInside',
    ],
  ])('%s', (_, document, pointer, why) => {
    const { lab, mine } = two({});
    change(mine, (draft) => Object.assign(draft, document));
    const before = mine.text;
    expect(lab.step(mine).held).toEqual([{ pointer, why, isNew: true }]);
    expect([lab.shared, mine.text]).toEqual([textOf({}), before]);
    expect(lab.step(mine).held).toEqual([{ pointer, why, isNew: false }]);
    expect(JSON.stringify(mine.base)).not.toContain('CANARY');
  });

  test.each<Document>([
    { model: 'claude-opus-4-1-20250805' },
    { projects: { '/home/me/data/accounts': {}, '/data/accounts/demo/home-made': {} } },
    { mcpServers: { s: { command: 'npx', args: ['-y', '@scope/server-filesystem', '/srv'] } } },
    {
      hooks: {
        Stop: [
          { id: '0f8fad5b-d9cb-469f-a165-70867728950e', sha: '9c1185a5c5e9fc54612808977ee8f548b2258d31' },
        ],
      },
    },
    { permissions: { allow: ['Bash(npm run test:*)', 'mcp__github__create_pull_request_review'] } },
  ])('but %j does', (document) => {
    const { lab, mine } = two({});
    change(mine, (draft) => Object.assign(draft, document));
    expect(lab.step(mine).held).toEqual([]);
    expect(lab.sharedValue).toEqual(document);
  });

  test('on Windows a path of a home is one in any case, with either slash', () => {
    const { lab, mine } = two({});
    change(mine, (draft) => Object.assign(draft, { model: 'c:/USERS/me/Home\\x' }));
    const { held } = lab.step(mine, { unshared: { homes: ['C:\\Users\\me\\home'], names: [] } });
    expect(held).toMatchObject([{ why: 'homePath' }]);
  });

  test('a value that became a secret leaves the root as it was', () => {
    const { lab, mine } = two({ model: 'a' });
    change(mine, (draft) => Object.assign(draft, { model: key }));
    expect(lab.step(mine)).toMatchObject({ shared: undefined, home: undefined });
    expect(lab.sharedValue).toEqual({ model: 'a' });
  });
});
