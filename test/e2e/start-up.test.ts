import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtCli, runCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

/** Writes which of these a process came to, when it ends. */
const watcher = `
const seen = new Set();
const { get } = Object.getOwnPropertyDescriptor(process, 'stdin');
Object.defineProperty(process, 'stdin', { configurable: true, get() { seen.add('stdin'); return get.call(process); } });
process.on('exit', () => {
  for (const name of ['child_process', 'crypto'])
    if (process.moduleLoadList.includes('NativeModule ' + name)) seen.add(name);
  require('node:fs').writeFileSync(process.env.SEEN, [...seen].join(' '));
});
`;

test.each([
  ['--version'],
  ['--help'],
  ['info codex'],
  ['list'],
  ['which codex -a work'],
  ['env codex -a work --shell sh'],
])('%s opens no stdin and loads nothing that starts programs or hashes', async (line) => {
  const home = tempHome();
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin/codex'), '#!/bin/sh\n', { mode: 0o755 });
  const env = { PATH: `${join(home, 'bin')}:${process.env.PATH}` };
  await runCli(['account', 'add', 'codex', 'work'], { home });
  // The first of all brings what it asserts to the merge, which hashes; what it wrote within the same tick of the
  // disk's clock is hashed once more by the second.
  for (const _ of ['first', 'second'])
    await runCli(['env', 'codex', '-a', 'work', '--shell', 'sh'], { home, env });
  const [preload, seen] = [join(home, 'watcher.cjs'), join(home, 'seen')];
  writeFileSync(preload, watcher);
  execFileSync(process.execPath, ['-r', preload, builtCli, ...line.split(' ')], {
    env: { ...env, HOME: home, SEEN: seen },
  });
  expect(readFileSync(seen, 'utf8')).toBe('');
});
