import { expect, test } from 'vitest';
import { spawnCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

test('a shell in an account that was renamed is led out of it, not to a new login', async () => {
  const home = tempHome();
  const run = (line: string, env: Record<string, string> = {}) => spawnCli(line.split(' '), { home, env });
  await run('account add codex work');
  const { set } = JSON.parse((await run('env codex -a work --json')).stdout);
  await run('rename codex work office', set);

  const started = await run('run codex', set);
  expect(started.code).toBe(3);
  expect(started.stderr).toContain('try:   eval "$(tools env codex --unset)"');

  const used = await run('use codex office', set);
  expect(used).toMatchObject({ code: 0 });
  expect(used.stderr).toContain('office is now the global default of codex');
  expect(used.stderr).toContain('here no account can be used: codex has no account "work"');

  const chosenByHand = await run('run codex', { AI_TOOLS_ACCOUNT_CODEX: 'work' });
  expect(chosenByHand.stderr).toContain('try:   tools login codex -a work');
});
