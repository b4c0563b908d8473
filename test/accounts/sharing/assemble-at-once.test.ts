import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { assembleHome } from '../../../src/accounts/sharing/assemble-home.ts';
import type { Assembly } from '../../../src/accounts/sharing/assembly.ts';
import { isAssembled } from '../../../src/accounts/sharing/is-assembled.ts';
import { bundleChild, Child } from '../../support/child-script.ts';
import { homeVariables } from '../../support/temp-home.ts';
import { demoTool, newAccount, sharingLab, textOf } from './sharing-lab.ts';

let script = '';
beforeAll(async () => {
  script = await bundleChild(join(import.meta.dirname, 'children/assemble-child.ts'));
});

test('six processes put two homes with content together at once: both are, and nothing is lost', async () => {
  const lab = sharingLab();
  const ctx = lab.process();
  const labels = ['work', 'personal'];
  const accounts = await Promise.all(labels.map((label) => newAccount(ctx, label)));
  for (const { home, label } of accounts) {
    for (let n = 0; n < 40; n += 1) lab.put(home, `commands/${label}-${n}.md`, `${label} ${n}`);
    lab.put(home, 'commands/both.md', `both, of ${label}`);
    lab.put(home, `skills/${label}/SKILL.md`, label);
  }
  const env = { ...homeVariables(lab.home), AI_TOOLS_HOME: join(lab.home, 'ours') };
  const children = [...labels, ...labels, ...labels].map(
    (label) => new Child(process.execPath, [script, label], { env }),
  );
  await Promise.all(children.map((child) => child.prints('ready')));
  for (const child of children) child.say('go');
  const ends = await Promise.all(children.map((child) => child.ended));
  for (const { code, stderr } of ends) expect([code, stderr]).toEqual([0, '']);

  for (const account of accounts) {
    await assembleHome(ctx, demoTool, account);
    expect(isAssembled(ctx, demoTool, account)).toBe(true);
  }
  for (const { home, label } of accounts) {
    for (let n = 0; n < 40; n += 1) expect(textOf(home, `commands/${label}-${n}.md`)).toBe(`${label} ${n}`);
    expect(textOf(home, `skills/${label}/SKILL.md`)).toBe(label);
  }
  const reports = ends.map(({ stdout }) => JSON.parse(stdout.split('\n')[1] ?? '') as Assembly);
  expect(reports.flatMap(({ kept }) => kept)).toEqual([]);
  const lost = reports.flatMap(({ conflicts }) => conflicts.map(({ kept }) => textOf('', kept)));
  const both = [textOf(lab.shared, 'commands/both.md'), ...lost];
  expect(both.sort()).toEqual(['both, of personal', 'both, of work']);
});
