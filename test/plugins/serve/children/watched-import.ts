import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Prints what is asked of this computer while each of the named modules is imported. */
const asked: string[] = [];
const told = <Value>(what: string, value: Value): Value => {
  asked.push(what);
  return value;
};
const { env, stdout } = process;
const { now } = Date;
const watchedEnv = new Proxy(env, {
  get: (all, name) => told(`env.${String(name)}`, Reflect.get(all, name)),
  has: (all, name) => told(`env.${String(name)}`, Reflect.has(all, name)),
  ownKeys: (all) => told('env', Reflect.ownKeys(all)),
});
Object.defineProperty(process, 'env', { value: watchedEnv });
for (const name of ['stdin', 'stdout', 'stderr'])
  Object.defineProperty(process, name, { get: () => told(name, undefined), configurable: true });
Date.now = () => told('Date.now', now());
for (const name of ['writeFileSync', 'readdirSync', 'readSync', 'writeSync', 'mkdirSync'])
  Object.assign(fs, { [name]: () => told(name, undefined) });
syncBuiltinESMExports();

const all: string[][] = [];
for (const module of process.argv.slice(2)) {
  await import(module);
  all.push(asked.splice(0));
}
stdout.write(JSON.stringify(all));
