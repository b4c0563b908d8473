import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  extensionPoints,
  type PointFacts,
  permissions,
  wireCapabilities,
  wireLimits,
  wireMethods,
} from '../../src/plugins/contract/index.ts';
import { runCli } from '../support/run-cli.ts';
import { testHost } from '../support/temp-home.ts';
import { examples } from './examples.ts';

const root = resolve(import.meta.dirname, '../..');
const guide = join(root, 'docs/plugins.md');
const page = readFileSync(guide, 'utf8');

test('docs/plugins.md holds the tables of the contract, and the examples as they are', async () => {
  const filled = page
    .replace(
      /(<!-- table (\w+) -->\n)[\s\S]*?(<!-- \/table -->)/g,
      (_all, open, name, close) => `${open}\n${tables[name]?.()}\n\n${close}`,
    )
    .replace(
      /(<!-- file (\S+) -->\n)[\s\S]*?(<!-- \/file -->)/g,
      (_all, open, file, close) => `${open}\n${fenced(file)}\n\n${close}`,
    );
  await expect(filled).toMatchFileSnapshot(guide);
});

test.each(examples)('examples/$folder/$name is what "plugin new" writes', async ({ folder, name, text }) => {
  await expect(text).toMatchFileSnapshot(join(root, 'examples', folder, name));
});

test('every example that the guide shows is one that is run', () => {
  const shown = [...page.matchAll(/<!-- file examples\/(\S+) -->/g)].map(([, file]) => file);
  const others = ['node-plugin/plugin.cjs', 'tests/acme.test.mjs'];
  const run = [...examples.map(({ folder, name }) => `${folder}/${name}`), ...others];
  expect(run).toEqual(expect.arrayContaining(shown));
});

test('every command of the guide does what it says, one after the other', async () => {
  const host = testHost();
  const blocks = [
    ...page.replace(/<!-- file [\s\S]*?<!-- \/file -->/g, '').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm),
  ];
  expect(blocks.map(([, language]) => language)).toEqual(blocks.map(() => 'sh'));
  const lines = blocks.flatMap(([, , text = '']) => text.trim().split('\n'));
  expect(lines.length).toBeGreaterThan(8);
  const ran: unknown[] = [];
  for (const line of lines) {
    const [program, ...argv] = line.split(' ');
    expect(program).toBe('tools');
    const { code, stderr } = await runCli(argv, { host });
    ran.push(code === 0 ? { line } : { line, code, stderr });
  }
  expect(ran).toEqual(lines.map((line) => ({ line })));
});

const providerWords: { readonly [Point in keyof typeof extensionPoints]: string } = {
  accountInfo:
    '`async (account) => ({ email, plan, accountId, organization, organizationId })`, as far as known, or `undefined`',
  importer: '`{ name, displayName, async find() { return [{ tool, label, directory }] } }`',
  listColumn: '`{ head, async value(account) { return text } }`, or `undefined`',
  loginHook: '`async (account) => {}`',
  runHook: '`async (account) => ({ refuse: why })`, or `undefined`: it may start',
  secretReference:
    '`{ scheme, async resolve(reference) { return key } }`; the reference is whole, as `vault://a/b`',
};

const tables: Readonly<Record<string, () => string>> = {
  points: () =>
    table(
      ['point', 'what it adds', 'permission', 'time', 'size', 'after a failure'],
      Object.entries(extensionPoints).map(([point, facts]) => [
        `\`${point}\``,
        pointWords[point as keyof typeof extensionPoints],
        `\`${facts.permission}\``,
        timeOf(facts.timeoutMs),
        sizeOf(facts.maxBytes),
        failureWords[facts.failure],
      ]),
    ),
  providers: () =>
    table(
      ['point', 'what is registered'],
      Object.keys(extensionPoints).map((point) => [
        `\`${point}\``,
        providerWords[point as keyof typeof extensionPoints],
      ]),
    ),
  permissions: () =>
    table(
      ['permission', 'what its user reads: the plugin …'],
      Object.entries(permissions).map(([name, words]) => [`\`${name}\``, words]),
    ),
  methods: () =>
    table(
      ['method', 'params', 'result', 'announced'],
      Object.entries(wireMethods).map(([key, method]) => [
        `\`${method}\``,
        ...methodWords[key as keyof typeof wireMethods],
        wireCapabilities.some((capability) => capability === method) ? `\`"${method}":true\`` : '',
      ]),
    ),
  limits: () =>
    table(
      ['what', 'at most'],
      Object.entries(wireLimits).map(([name, value]) => [
        limitWords[name as keyof typeof wireLimits],
        name.endsWith('Ms') ? timeOf(value) : name.endsWith('Bytes') ? sizeOf(value) : String(value),
      ]),
    ),
};

const pointWords: Readonly<Record<keyof typeof extensionPoints, string>> = {
  accountInfo: 'who an account is, where the tool’s own files don’t say',
  importer: 'accounts of another program, for `tools import --from`',
  listColumn: 'a column of `tools list`',
  loginHook: 'is told after a login',
  runHook: 'is asked before a start, and can refuse it',
  secretReference: 'the key behind `<scheme>://…`, each time a program is started',
};

const failureWords: Readonly<Record<PointFacts['failure'], string>> = {
  read: 'blank',
  write: 'stops',
  tell: 'is told',
};

const methodWords: Readonly<Record<keyof typeof wireMethods, readonly [params: string, result: string]>> = {
  initialize: [
    'none, or `{protocolVersion, host, capabilities}`',
    '`{"protocolVersion":"1","capabilities":{…}}`',
  ],
  describe: ['none', 'the eight fields'],
  descriptor: ['none', 'the whole descriptor'],
  accountInfo: ['`{configDir}`', '`{email, plan, accountId, organization, organizationId}`, as far as known'],
  credentialCopy: ['`{from, to}`', '`{"copied":true}`, or false'],
  cancel: ['`{id, reason}`', 'none: it is a notification. The call is not waited for any more'],
};

const limitWords: Readonly<Record<keyof typeof wireLimits, string>> = {
  lineBytes: 'one line',
  pendingBytes: 'what was sent and is not yet taken',
  stderrBytes: 'what is kept of stderr',
  noiseLines: 'lines that are no message, before the program is given up',
  handshakeMs: '`initialize` and `tool/describe` together',
  readMs: '`tool/accountInfo`',
  writeMs: '`tool/credentialCopy`',
  graceMs: 'between the end of stdin, SIGTERM and SIGKILL',
};

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function timeOf(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}

function sizeOf(bytes: number): string {
  const kibibytes = bytes / 1_024;
  if (kibibytes < 1) return `${bytes} bytes`;
  return kibibytes < 1_024 ? `${kibibytes} KiB` : `${kibibytes / 1_024} MiB`;
}

function fenced(file: string): string {
  const language = { json: 'json', mjs: 'js', cjs: 'js', py: 'python', sh: 'sh' }[
    file.split('.').at(-1) ?? ''
  ];
  return `\`\`\`${language}\n${readFileSync(join(root, file), 'utf8').trimEnd()}\n\`\`\``;
}
