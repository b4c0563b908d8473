import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CheckReport, checkPlugin } from '../../../src/plugins/check/index.ts';
import { testHost } from '../../support/temp-home.ts';

const plugin = resolve(import.meta.dirname, '../fixtures/misbehaving-plugin.mjs');

/** The mode of the fixture, then every check that it fails, and those that warn. */
const wrong = {
  hang: ['wire/initialize'],
  garbage: ['wire/initialize', 'wire/stdout'],
  partial: ['wire/initialize', 'wire/stdout'],
  refuses: ['wire/initialize'],
  'null-result': ['wire/initialize'],
  late: ['wire/initialize'],
  'fears-capabilities': ['wire/initialize'],
  'no-version-key': ['wire/initialize'],
  'string-id': ['wire/initialize', 'wire/ids'],
  'other-id': ['wire/initialize', 'wire/ids'],
  'null-id': ['wire/initialize', 'wire/once'],
  'needs-secret': ['start/starts'],
  'wrong-version': ['wire/version'],
  'crash-after-initialize': ['wire/describe', 'wire/together'],
  'no-capabilities': ['wire/capabilities'],
  capabilities: ['wire/capabilities'],
  chatty: ['wire/ids'],
  twice: ['wire/once'],
  noisy: ['wire/stdout'],
  'floods-stdout': ['wire/initialize', 'wire/stdout'],
  'array-result': ['wire/describe'],
  'left-out': ['wire/describe', 'wire/descriptor'],
  'wrong-type': ['wire/describe', 'wire/descriptor'],
  'bad-id': ['wire/describe', 'wire/descriptor'],
  unstable: ['wire/descriptor', 'wire/stable'],
  differs: ['wire/descriptor'],
  'shares-secret': ['descriptor/secrets'],
  'unknown-silent': ['wire/unknown'],
  'unknown-result': ['wire/unknown'],
  'unknown-code': ['wire/unknown'],
  'dies-of-garbage': ['wire/silence'],
  'answers-garbage': ['wire/silence', 'wire/once'],
  'answers-notification': ['wire/silence', 'wire/ids'],
  'needs-params': ['wire/together'],
  'one-a-chunk': ['wire/together', 'wire/cancel'],
  'by-chunks': ['wire/pieces', 'wire/long'],
  'short-lines': ['wire/long'],
  'dies-of-cancel': ['wire/cancel'],
  'info-dies': ['account/empty', 'account/missing'],
  'info-wrong': ['account/empty', 'account/missing'],
  'info-writes': ['account/reads', 'account/missing'],
  'copy-lie': ['account/copy'],
  forks: ['process/left'],
  'forks-away': ['process/left'],
  'ignores-end': ['process/eof'],
} as const;

const right = ['ok', 'noisy-on-stderr', 'minor-version', 'copy-ok'] as const;
const warned = { 'floods-stderr': ['wire/stderr'], 'writes-home': ['process/home'] } as const;

test('every mode of the fixture is tried', () => {
  const text = readFileSync(plugin, 'utf8');
  const modes = [...text.matchAll(/\bis\(([^)]*)\)/g)].flatMap(([, names]) =>
    [...(names ?? '').matchAll(/'([\w-]+)'/g)].map(([, name]) => name),
  );
  expect([...new Set(modes)].sort()).toEqual(
    [...Object.keys(wrong), ...Object.keys(warned), ...right.filter((name) => name !== 'ok')].sort(),
  );
});

describe.concurrent('B087 B088 B089 B092: a plugin that is wrong in one thing fails the check of that thing', () => {
  /** Who has left its group is found on Linux alone. */
  const tried = Object.entries(wrong).filter(
    ([mode]) => mode !== 'forks-away' || process.platform === 'linux',
  );

  test.each(tried)('%s: %j', async (mode, checks) => {
    const report = await look(mode);
    expect(idsOf(report, 'failed')).toEqual([...checks].sort());
    expect(report.passed).toBe(false);
  });
});

test('simulated: where no environment can be read, who is left is known by the group', async () => {
  const { processes, ...host } = testHost();
  const blind = { ...processes, knowing: () => undefined };
  const options = { version: '0.1.0', node: '20.20.2', args: ['forks'] };
  const report = await checkPlugin({ ...host, processes: blind }, plugin, options);
  expect(report.checks.find(({ id }) => id === 'process/left')).toMatchObject({
    outcome: 'failed',
    details: ['"a process of its group" goes on running'],
  });
});

describe.concurrent('a plugin that is odd, and still right, passes', () => {
  test.each(right)('%s', async (mode) => {
    const report = await look(mode);
    expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  });

  test.each(Object.entries(warned))('%s: %j warn', async (mode, checks) => {
    const report = await look(mode);
    expect(idsOf(report, 'failed')).toEqual([]);
    expect(idsOf(report, 'warned')).toEqual([...checks].sort());
  });
});

/** Those who never answer are waited for: shorter, and long enough for a slow start. */
const silent =
  /^(?:hang|late|fears-capabilities|null-id|floods-stdout|garbage|unknown-silent|needs-params|one-a-chunk|by-chunks|no-version-key|other-id)$/;

async function look(mode: string): Promise<CheckReport> {
  const host = testHost();
  const patienceMs = silent.test(mode) ? 4_000 : 20_000;
  const report = await checkPlugin(host, plugin, {
    version: '0.1.0',
    node: '20.20.2',
    args: [mode],
    patienceMs,
  });
  expect(host.files.readdir(host.homeDir), 'the home of the user').toEqual([]);
  return report;
}

function idsOf({ checks }: CheckReport, wanted: string): readonly string[] {
  return checks
    .filter(({ outcome }) => outcome === wanted)
    .map(({ id }) => id)
    .sort();
}
