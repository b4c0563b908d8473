import { beforeAll, describe, expect, test } from 'vitest';
import { type CliWorld, cliWorld } from '../cli-world.ts';

let world: CliWorld;

/** Its version is asked, and takes its time to come. */
beforeAll(async () => {
  world = cliWorld();
  world.fake('codex', async ({ sleep, say }) => {
    await sleep(900);
    say('1.2.3');
  });
  await world.run('account add codex work');
});

describe('whoever waits for a command on a terminal', () => {
  test('is shown that it goes on, and nothing of it is left', async () => {
    const { stdout, stderr, code } = await world.run('installations show codex', { tty: { columns: 80 } });
    expect(code).toBe(0);
    expect(stderr).toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] asking Codex/);
    expect(stderr.endsWith('\x1b[1A\r\x1b[2K')).toBe(true);
    expect(stdout).toContain('version: 1.2.3');
  });

  test.each([
    ['--quiet', true],
    ['--json', true],
    ['--plain', true],
    ['', false],
  ])('%s, on a terminal: %s, is not', async (option, tty) => {
    const line = `installations show codex ${option}`.trim();
    const { stderr, code } = await world.run(line, tty ? { tty: { columns: 80 } } : {});
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('is told an error below what was there, with the line gone', async () => {
    world.fake('codex', async ({ sleep }) => {
      await sleep(900);
      return 1;
    });
    const { stderr } = await world.run('doctor codex', { tty: { columns: 80 } });
    expect(stderr).toMatch(/looking/);
    expect(stderr.slice(stderr.lastIndexOf('\x1b[2K'))).not.toMatch(/looking/);
  });
});
