import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AccountsContext } from '../../../src/accounts/index.ts';
import { addAccount } from '../../../src/accounts/index.ts';
import type { Host } from '../../../src/platform/index.ts';
import { quickFiles } from '../sharing/sharing-lab.ts';
import { type StoreLab, storeLab } from '../store-lab.ts';

/** A computer whose tables of bindings are written by hand. */
export interface BindingLab extends StoreLab {
  /** Label → id, of the tool alpha. */
  readonly ids: Readonly<Record<string, string>>;
  /** A process of ours in a directory below the home. */
  at(directory: string, env?: Record<string, string>, host?: Partial<Host>): AccountsContext;
  directory(path: string): string;
  put(path: string, text: string): string;
  /** Directory below the home → tool → id. */
  links(table: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
  /** Path below the home → the text that is trusted. */
  trust(table: Readonly<Record<string, string>>): void;
  settings(value: object): void;
}

export async function bindingLab(labels: readonly string[] = ['a', 'b', 'c']): Promise<BindingLab> {
  const lab = storeLab();
  const ids: Record<string, string> = {};
  const process = (input: Partial<Host> = {}) => lab.process({ files: quickFiles, ...input });
  for (const label of labels) ids[label] = (await addAccount(process(), 'alpha', label)).id;
  const at = (path: string) => join(lab.home, path);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
    return at(path);
  };
  const table = (name: string, value: object) => {
    mkdirSync(lab.root, { recursive: true });
    writeFileSync(join(lab.root, name), JSON.stringify({ schemaVersion: 1, ...value }));
  };
  return {
    ...lab,
    ids,
    process,
    at: (directory, env = {}, host = {}) => process({ cwd: at(directory), env, ...host }),
    directory: (path) => {
      mkdirSync(at(path), { recursive: true });
      return at(path);
    },
    put,
    links: (links) => table('links.json', { links: renamed(links, at) }),
    trust: (texts) =>
      table('trust.json', {
        files: renamed(
          Object.fromEntries(
            Object.entries(texts).map(([path, text]) => [
              path,
              { hash: hashOf(text), at: '2026-11-30T12:00:00.000Z' },
            ]),
          ),
          at,
        ),
      }),
    settings: (value) => table('settings.json', value),
  };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function renamed<Value>(
  table: Readonly<Record<string, Value>>,
  to: (name: string) => string,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [to(name), value]));
}
