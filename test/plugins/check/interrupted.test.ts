import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nodeHost } from '../../../src/platform/index.ts';
import { bundleChild, Child } from '../../support/child-script.ts';
import { homeVariables, tempHome } from '../../support/temp-home.ts';

const plugin = resolve(import.meta.dirname, '../fixtures/misbehaving-plugin.mjs');

test.runIf(process.platform === 'linux').each(['hang', 'ignores-end'])(
  'whoever gives up looking at a plugin (%s) leaves nothing of it',
  async (mode) => {
    const temporary = tempHome();
    const script = await bundleChild(resolve(import.meta.dirname, 'children/check-alone.ts'));
    const env = { ...homeVariables(tempHome()), TMPDIR: temporary };
    const child = new Child(process.execPath, [script, plugin, mode], { env: env as NodeJS.ProcessEnv });
    await child.prints('looking');
    await until(() => readdirSync(temporary).length > 0 && running(temporary) > 0);
    process.kill(child.pid, 'SIGINT');
    expect(await child.ended).toMatchObject({ code: null, signal: 'SIGINT', stdout: 'looking\n' });
    expect(readdirSync(temporary)).toEqual([]);
    await until(() => running(temporary) === 0);
    expect(running(temporary)).toBe(0);
  },
);

/** Plugins, by the home that they were given. */
function running(folder: string): number {
  return nodeHost().processes.knowing(`HOME=${folder}`)?.length ?? 0;
}

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!isSo() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}
