import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleChild, Child } from '../../support/child-script.ts';
import { homeVariables, tempHome } from '../../support/temp-home.ts';

const child = (name: string) => bundleChild(join(import.meta.dirname, 'children', name));
const bun = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'bun'))
  .find((file) => existsSync(file));
const runtimes: readonly (readonly [name: string, program: string | undefined])[] = [
  ['Node', process.execPath],
  ['Bun, where it is on PATH', bun],
];
const initialize = '{"jsonrpc":"2.0","id":1,"method":"initialize"}';
const describeCall = '{"jsonrpc":"2.0","id":2,"method":"tool/describe"}';
const descriptorCall = '{"jsonrpc":"2.0","id":3,"method":"tool/descriptor"}';
const infoCall = '{"jsonrpc":"2.0","id":4,"method":"tool/accountInfo","params":{"configDir":"/a"}}';
const copyCall = '{"jsonrpc":"2.0","id":5,"method":"tool/credentialCopy","params":{"from":"/a","to":"/b"}}';

describe.each(runtimes.filter(([, program]) => program))(
  'a program made by serveTool, under %s',
  (_name, program = '') => {
    let file = '';
    beforeAll(async () => {
      file = await child('careless-plugin.ts');
    });
    const start = () => new Child(program, [file], { env: homeVariables(tempHome()) as NodeJS.ProcessEnv });

    test('answers what came in one write, in its order', async () => {
      const plugin = start();
      plugin.say([initialize, describeCall, descriptorCall, infoCall].join('\n'));
      await plugin.prints('"id":4');
      plugin.process.stdin?.end();
      const { code, stdout } = await plugin.ended;
      expect(code).toBe(0);
      expect(linesOf(stdout).map((line) => JSON.parse(line).id)).toEqual([1, 2, 3, 4]);
    });

    test('answers a host that asks one thing at a time, and parts its lines', async () => {
      const plugin = start();
      plugin.process.stdin?.write(initialize.slice(0, 20));
      plugin.say(initialize.slice(20));
      await plugin.prints('"id":1');
      plugin.say(describeCall);
      await plugin.prints('"id":2');
      plugin.say('hello');
      plugin.say(infoCall);
      await plugin.prints('"id":4');
      plugin.process.stdin?.end();
      expect((await plugin.ended).code).toBe(0);
    });

    test('stdout is the protocol, whatever a handler prints', async () => {
      const plugin = start();
      plugin.say(infoCall);
      await plugin.prints('"id":4');
      plugin.process.stdin?.end();
      const { stdout, stderr } = await plugin.ended;
      expect(linesOf(stdout)).toEqual(['{"jsonrpc":"2.0","id":4,"result":{"email":"/a"}}']);
      for (const way of ['console.log', 'console.dir', 'console.table', 'process.stdout'])
        expect(stderr).toContain(way);
    });

    test('B092: it ends with its stdin, while a handler hangs and timers run', async () => {
      const plugin = start();
      plugin.say([infoCall, copyCall].join('\n'));
      await plugin.prints('"id":4');
      plugin.process.stdin?.end();
      expect(await plugin.ended).toMatchObject({ code: 0, signal: null });
    });

    test('B092: it ends with its stdin before anything was asked', async () => {
      const plugin = start();
      plugin.process.stdin?.end();
      expect(await plugin.ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
    });

    test('B088: nobody reads its answers any more: it ends without a word', async () => {
      const plugin = start();
      plugin.process.stdout?.destroy();
      plugin.say([initialize, describeCall].join('\n'));
      expect(await plugin.ended).toMatchObject({ code: 0, stderr: '' });
    });

    test('an answer longer than a pipe holds arrives whole', async () => {
      const plugin = start();
      plugin.say(infoCall.replace('"/a"', `"/${'x'.repeat(900_000)}"`));
      await plugin.prints('}}\n');
      plugin.process.stdin?.end();
      const { stdout } = await plugin.ended;
      expect(JSON.parse(stdout).result.email).toHaveLength(900_001);
    });
  },
);

test('promise 10: to import the door ./plugin asks for no variable, file, stream or time, no more than an empty module', async () => {
  const home = tempHome();
  const empty = join(home, 'empty.mjs');
  writeFileSync(empty, '');
  const asking = join(home, 'asking.mjs');
  writeFileSync(asking, 'process.env.HOME; Date.now();');
  const door = await bundleChild(join(import.meta.dirname, '../../../src/plugin.ts'));
  const modules = [empty, door, asking].map((file) => pathToFileURL(file).href);
  const printed = execFileSync(process.execPath, [await child('watched-import.ts'), ...modules], {
    env: homeVariables(home),
    encoding: 'utf8',
  });
  const [byNode, byDoor, byAsking] = JSON.parse(printed);
  expect(byDoor).toEqual(byNode);
  expect(byAsking).toEqual([...byNode, 'env.HOME', 'Date.now']);
});

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
