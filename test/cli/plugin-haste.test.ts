import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enabled, pluginIn, world } from '../plugins/loader/world.ts';
import { runCli } from '../support/run-cli.ts';

test.each(['help', 'help list', 'status --short'])(
  '`%s` waits for no plugin that has changed',
  async (line) => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    const ctx = { ...world(), version };
    await enabled(ctx, { module: '' });
    const run = (typed: string) => runCli(typed.split(' '), { host: ctx.host, registry: ctx.builtIns });
    const left = join(ctx.host.homeDir, 'set-up');
    pluginIn(ctx, { module: `(await import('node:fs')).writeFileSync(${JSON.stringify(left)}, '');` });
    expect((await run(line)).code).toBe(0);
    expect(existsSync(left)).toBe(false);
    expect((await run('list')).code).toBe(0);
    expect(existsSync(left)).toBe(true);
  },
);
