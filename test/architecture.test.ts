import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtInTools } from '../src/tools/index.ts';

const root = resolve(import.meta.dirname, '..');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(root, 'src', file), 'utf8') }));

test('promise 8: no tool id stands as a literal outside src/tools', () => {
  const ids = builtInTools.map(({ id }) => id).join('|');
  const literal = new RegExp(`(['"\`])(${ids})\\1`, 'u');
  const named = sources
    .filter(({ file }) => !file.startsWith('tools/'))
    .flatMap(({ file, text }) =>
      text.split('\n').map((line, index) => ({ at: `${file}:${index + 1}`, line })),
    )
    .filter(({ line }) => literal.test(line));
  expect(named).toEqual([]);
});

test('promise 10: the library imports nothing third-party and asks the computer nothing', () => {
  const library = sources.filter(({ file }) => /^(errors|registry|tools)\/|^index\.ts$/u.test(file));
  const outside = library.flatMap(({ file, text }) => [
    ...[...text.matchAll(/(?:from|import\() ?'([^.'][^']*)'/gu)].map(([, name]) => `${file} imports ${name}`),
    ...[...codeOf(text).matchAll(/\b(process|globalThis|Date|setTimeout|require)\b/gu)].map(
      ([name]) => `${file} uses ${name}`,
    ),
  ]);
  expect(outside).toEqual([]);
});

test('promise 10: what a plugin’s author imports asks the computer for the two streams it answers on, and when called', () => {
  const door = sources.filter(({ file }) =>
    /^plugin\.ts$|^plugins\/(?:contract|serve)\/|^plugins\/rpc\/line-framing\.ts$/u.test(file),
  );
  const outside = door.flatMap(({ file, text }) => [
    ...[...text.matchAll(/(?:from|import\() ?'([^.'][^']*)'[;)]/gu)].map(
      ([, name]) => `${file} imports ${name}`,
    ),
    ...[...codeOf(text).matchAll(/\b(process|globalThis|Date|require)\b/gu)].map(
      ([name]) => `${file} uses ${name}`,
    ),
  ]);
  expect([...new Set(outside)].sort()).toEqual([
    'plugins/serve/print-to-stderr.ts uses process',
    'plugins/serve/process-peer.ts imports node:fs',
    'plugins/serve/process-peer.ts uses process',
  ]);
});

test('promise 1: what we load reaches no network; what installs is started, by npm alone', () => {
  const reached = sources.flatMap(({ file, text }) =>
    [
      ...text.matchAll(/'(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?'/gu),
      ...codeOf(text).matchAll(/\bfetch\(|\b(?:WebSocket|XMLHttpRequest)\b/gu),
    ].map(([what]) => `${file} uses ${what}`),
  );
  expect(reached).toEqual([]);
});

test('what changes a name on the disk goes through src/state, which waits where Windows refuses it for a moment', () => {
  const direct = sources
    .filter(({ file }) => !/^(?:state|platform)\//u.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\bfiles\.(?:rename|link|symlink|unlink|rmdir)\(/gu)].map(
        ([call]) => `${file} ${call}`,
      ),
    );
  expect(direct).toEqual([]);
});

describe('folder boundaries are enforced', () => {
  const faults = [
    ['registry', "import { join } from 'node:path';"],
    ['registry', "import { builtInTools } from '../tools/index.ts';"],
    ['tools', "import { readFileSync } from 'node:fs';"],
    ['state', "import { readFileSync } from 'node:fs';"],
    ['state', "import { findAccount } from '../accounts/index.ts';"],
    ['process', "import { registry } from '../registry/index.ts';"],
    ['merge', "import { readFileSync } from 'node:fs';"],
    ['merge', "import { findAccount } from '../accounts/index.ts';"],
    ['accounts', "import { builtInTools } from '../tools/index.ts';"],
    ['accounts', "import * as fs from 'node:fs';"],
    ['accounts', "import { spawn } from 'node:child_process';"],
    ['accounts', "import { Cli } from 'clipanion';"],
    ['cli', "import { spawn } from 'node:child_process';"],
    ['cli', "import { x } from '../accounts/store/account-store.ts';"],
    ['cli/commands', "import { x } from '../../accounts/store/account-store.ts';"],
    ['accounts', "import { x } from '../install/find-program.ts';"],
    ['accounts/store', "import { x } from '../home/credential.ts';"],
    ['accounts/home', "import { x } from '../login/login.ts';"],
    ['accounts/login', "import { x } from '../launch/launch.ts';"],
    ['accounts/sharing', "import { x } from '../sync/sync-root.ts';"],
    ['accounts/sharing', "import { x } from '../../merge/index.ts';"],
    ['accounts/sync', "import { x } from '../login/login.ts';"],
    ['accounts/adopt', "import { x } from '../login/login.ts';"],
    ['accounts/adopt', "import { x } from '../../merge/index.ts';"],
    ['accounts/launch', "import { x } from '../../merge/index.ts';"],
    ['accounts/home', "import { x } from '../sharing/share-plan.ts';"],
    ['accounts/sync', "import { x } from '../adopt/adopt.ts';"],
    ['accounts/sharing', "import { x } from '../../tools/index.ts';"],
    ['audit', "import { x } from '../doctor/index.ts';"],
    ['audit', "import { x } from '../accounts/sharing/share-plan.ts';"],
    ['doctor', "import { x } from '../audit/index.ts';"],
    ['doctor', "import { x } from '../merge/index.ts';"],
    ['cli', "import { x } from '../merge/index.ts';"],
    ['install', "import { x } from '../accounts/index.ts';"],
    ['accounts/login', "import { x } from '../../tools/index.ts';"],
    ['settings', "import { x } from '../accounts/index.ts';"],
    ['accounts/bindings', "import { x } from '../launch/launch.ts';"],
    ['accounts/store', "import { x } from '../bindings/links.ts';"],
    ['accounts/launch', "import { x } from '../fast/launch-record.ts';"],
    ['entry', "import { x } from '../cli/run.ts';"],
    ['entry', "import { x } from '../accounts/index.ts';"],
    ['entry', "import { Cli } from 'clipanion';"],
    ['shims', "import { x } from '../tools/index.ts';"],
    ['shells', "import { x } from '../accounts/index.ts';"],
    ['peers', "import * as fs from 'node:fs';"],
    ['surfaces', "import { x } from '../cli/run.ts';"],
    ['undo', "import { x } from '../cli/run.ts';"],
    ['plugins', "import { x } from '../tools/index.ts';"],
    ['plugins/contract', "import { x } from '../rpc/index.ts';"],
    ['plugins/contract', "import { join } from 'node:path';"],
    ['plugins/serve', "import { x } from '../loader/index.ts';"],
    ['plugins/serve', "import { spawn } from 'node:child_process';"],
    ['plugins/new', "import { x } from '../loader/index.ts';"],
    ['plugins/new', "import { writeFileSync } from 'node:fs';"],
    ['plugins/manifest', "import { x } from '../loader/index.ts';"],
    ['plugins/manifest', "import * as z from 'zod';"],
    ['plugins/config', "import { x } from '../manifest/index.ts';"],
    ['plugins/config', "import { Ajv2020 } from 'ajv/dist/2020.js';"],
    ['plugins/rpc', "import { spawn } from 'node:child_process';"],
    ['plugins/rpc', "import { x } from '../../accounts/index.ts';"],
    ['plugins/loader', "import { x } from '../../tools/index.ts';"],
    ['accounts', "import { x } from '../plugins/index.ts';"],
  ] as const;
  const allowed = [
    ['state', "import { ToolsError } from '../errors/index.ts';"],
    ['merge', "import { editDocument } from '../formats/index.ts';"],
    ['accounts', "import { x } from '../install/index.ts';"],
    ['accounts/login', "import { x } from '../home/credential.ts';"],
    ['accounts/login', "import { x } from '../sync/sync-root.ts';"],
    ['accounts/sync', "import { x } from '../../merge/index.ts';"],
    ['accounts/adopt', "import { x } from '../sharing/share-plan.ts';"],
    ['accounts/launch', "import { x } from '../adopt/settle-adoption.ts';"],
    ['accounts/launch', "import { x } from '../../install/index.ts';"],
    ['audit', "import { x } from '../merge/index.ts';"],
    ['accounts/bindings', "import { x } from '../../settings/index.ts';"],
    ['accounts/fast', "import { x } from '../launch/launch-plan.ts';"],
    ['entry', "import { x } from '../accounts/fast/launch-record.ts';"],
    ['undo', "import { x } from '../shims/index.ts';"],
    ['cli/commands', "import { x } from '../../accounts/index.ts';"],
    ['cli/commands/account', "import { x } from '../../base-command.ts';"],
    ['cli', "import { x } from '../plugins/index.ts';"],
    ['plugins/serve', "import { x } from '../contract/index.ts';"],
    ['plugins/loader', "import { x } from '../../accounts/index.ts';"],
  ] as const;
  const refused = lintPlanted([...faults, ...allowed]);

  test.each(faults)('src/%s may not say: %s', (folder, line) => {
    expect(refused).toContain(`${folder}: ${line}`);
  });

  test.each(allowed)('src/%s may say: %s', (folder, line) => {
    expect(refused).not.toContain(`${folder}: ${line}`);
  });
});

/** Without comments and text. */
function codeOf(source: string): string {
  return source.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*|'[^'\n]*'|`[^`]*`/gsu, '');
}

/** Plants each line as a file of its own beside our lint rules, and returns those that the rules refuse. */
function lintPlanted(planted: readonly (readonly [folder: string, line: string])[]): readonly string[] {
  const place = mkdtempSync(join(tmpdir(), 'ai-tools-lint-'));
  try {
    const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    writeFileSync(
      join(place, 'biome.json'),
      JSON.stringify({ ...rules, $schema: undefined, vcs: { enabled: false } }),
    );
    for (const [index, [folder, line]] of planted.entries()) {
      mkdirSync(join(place, 'src', folder), { recursive: true });
      writeFileSync(join(place, 'src', folder, `planted-${index}.ts`), `${line}\n`);
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const { stdout } = spawnSync(
      process.execPath,
      [biome, 'lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', 'src'],
      { cwd: place, encoding: 'utf8' },
    );
    return planted
      .filter(([folder], index) => stdout.includes(`src/${folder}/planted-${index}.ts`))
      .map((pair) => pair.join(': '));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
