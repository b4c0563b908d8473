import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../../src/cli/cli-context.ts';
import { colorsFor } from '../../src/cli/colors.ts';
import { layoutOf, pickerLines } from '../../src/cli/picker/picker-lines.ts';
import { cleanRow, type PickerRow, readRows } from '../../src/cli/picker/picker-row.ts';
import { startState } from '../../src/cli/picker/picker-state.ts';
import { type CliResult, runCli } from '../support/run-cli.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { cliRegistry } from './cli-world.ts';

const evil = '\x1b]52;c;YQ==\x07\x1b[2J\x9b1m\r\u202e\u2028';
/** What a terminal acts on; a tab and a line end are the table's own. */
const active = /[\x00-\x08\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029]/u;

let home: string;
let env: Record<string, string>;
const run = (argv: readonly string[], tty = false): Promise<CliResult> =>
  runCli(argv, { home, env, registry: cliRegistry(), ...(tty ? { tty: { columns: 300 } } : {}) });

beforeAll(async () => {
  home = join(tempHome(), `a${evil}\nb`);
  const bin = join(home, `bin${evil}`);
  mkdirSync(join(bin, 'claude'), { recursive: true });
  writeFileSync(join(bin, 'codex'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  env = { PATH: `${bin}:/usr/bin:/bin`, NO_COLOR: '1' };
  for (const label of ['work', 'damaged']) await run(['account', 'add', 'codex', label]);
  const { accounts } = JSON.parse((await run(['list', '--json'])).stdout);
  const homeOf = (name: string) => accounts.find(({ label }: { label: string }) => label === name).home;
  writeFileSync(
    join(homeOf('work'), 'auth.json'),
    JSON.stringify({ tokens: { access_token: 'x', account_id: `me${evil}\n2` } }),
    { mode: 0o600 },
  );
  // In TOML a name may be written with escapes, and so hold anything.
  const inToml = JSON.stringify(evil).slice(1, -1).replaceAll('\x9b', '\\u009b');
  const says = `"${inToml}" = 1\n[accounts]\n"${inToml}" = "x"\n"codex" = "work"\n[require."${inToml}"]\n`;
  for (const [name, text] of [
    ['bound', says],
    ['torn', `[accounts]\n"${inToml}" = "${inToml}\n`],
  ] as const) {
    mkdirSync(join(home, name));
    writeFileSync(join(home, name, '.ai-tools.toml'), text);
  }
  await run(['link', 'codex', 'work', '--dir', bin]);
  await run(['settings', 'set', 'aliases.a\u202eb.codex', 'work']);
  writeFileSync(join(homeOf('damaged'), '../account.json'), `{"label": "${evil}`);
});

const lines: readonly (readonly string[])[] = [
  ['list'],
  ['status'],
  ['status', '--short'],
  ['whoami', 'codex', '-a', 'work'],
  ['doctor'],
  ['which', 'codex'],
  ['which', 'codex', '--all'],
  ['which', 'codex', '--why'],
  ['default'],
  ['tools'],
  ['info', 'codex'],
  ['remove', 'codex', 'work', '--dry-run'],
  ['logout', 'codex', 'work', '--dry-run'],
  [`lo${evil}gin`],
  ['info', evil],
  ['run', `codex${evil}`],
  ['run', 'codex', '-a', evil],
  ['list', `--${evil}`],
  ['account', 'add', 'codex', evil],
  ['rename', 'codex', 'work', `a${evil}\nb`],
  ['env', 'codex', '-s', evil],
  ['completion', evil],
  ['use', `codex#${evil}`, '-a', 'x'],
  ['exec', 'codex', '-a', 'work', '--', `no${evil}such`],
  ['links'],
  ['trust', '--list'],
  ['trust', 'bound', '--dry-run'],
  ['trust', 'bound', '--yes'],
  ['trust', 'torn', '--yes'],
  ['trust', `no${evil}where`],
  ['link', 'codex', 'work', '--dir', `no${evil}where`],
  ['unlink', 'codex', '--dir', `no${evil}where`],
  ['settings', 'get', evil],
  ['settings', 'set', `aliases.${evil}.codex`, 'work'],
  ['settings', 'set', 'aliases.x.codex', evil],
  ['settings', 'list'],
  ['completion', 'bash', '--line', 'tools run codex -a '],
  ['--plain'],
  ['list', '--plain'],
  ['status', '--plain'],
  ['doctor', '--plain'],
  ['audit', '--plain'],
  ['share', 'status', '--plain'],
];

describe('B131: no data acts on the terminal', () => {
  test.each(lines.map((argv) => ({ argv, shown: JSON.stringify(argv) })))(
    'tools $shown',
    async ({ argv }) => {
      for (const result of [await run(argv), await run(argv, true), await run(asJson(argv))]) {
        expect(result.stdout.replaceAll('\n', '')).not.toMatch(active);
        expect(result.stderr.replaceAll('\n', '')).not.toMatch(active);
      }
    },
  );

  test('in the picker: a list, a page about one, and what a key says of it', async () => {
    const { stdout, stderr } = await runCli(['--plain'], {
      home,
      env,
      registry: cliRegistry(),
      tty: { columns: 300 },
      stdin: 'i1\ni2\nd1\nb2\n\n',
    });
    expect(stdout).toContain('me\\x1b]52;c;YQ==\\x07');
    expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(active);
    const state = { ...startState(await hostileRows()), mode: 'info' as const };
    for (const mode of ['list', 'info'] as const)
      for (const line of pickerLines({ ...state, mode }, { columns: 200, rows: 30 }, look(state.rows)))
        expect(line).not.toMatch(active);
  });

  test('one item per row', async () => {
    const { stdout } = await run(['list']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect((await run(['which', 'codex'])).stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  test('JSON says what the data says', async () => {
    const { stdout } = await run(['whoami', 'codex', '-a', 'work', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      identity: { subject: `me${evil}\n2` },
      home: expect.stringContaining(evil),
    });
  });
});

/** As the picker reads them. */
async function hostileRows(): Promise<readonly PickerRow[]> {
  const host = testHost({ home, env });
  const io = { host, stdin: null, stdout: null, stderr: null } as never;
  const context = await createContext({ ...(io as object), registry: cliRegistry() } as never, [], [], {
    json: false,
    codes: false,
    quiet: false,
  });
  const rows = await readRows(context.state());
  expect(rows.length).toBeGreaterThan(1);
  return rows.map((row) => cleanRow(row, context.report));
}

function look(rows: readonly PickerRow[]) {
  const layout = layoutOf(rows, stringWidth, 200);
  return { measure: stringWidth, colors: colorsFor(false), layout, loginOf: () => undefined };
}

function asJson(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf('--');
  return at < 0 ? [...argv, '--json'] : [...argv.slice(0, at), '--json', ...argv.slice(at)];
}
