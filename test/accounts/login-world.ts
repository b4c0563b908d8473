import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import {
  type AccountsContext,
  findAccount,
  noExtensions,
  type StoredAccount,
} from '../../src/accounts/index.ts';
import { appPaths, type Host } from '../../src/platform/index.ts';
import type { AITool } from '../../src/registry/index.ts';
import { type FakeAct, type FakeOptions, type FakeTool, fakeTool } from '../support/fake-tool.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { testRegistry } from './login-tools.ts';

/** A person's computer with some tools on it, and nothing of ours yet. */
export interface LoginWorld {
  /** The user's home. */
  readonly home: string;
  readonly ctx: AccountsContext;
  /** What was said to the user. */
  readonly told: string[];
  tool(id: string): AITool;
  account(id: string, label: string): StoredAccount;
  fake(name: string, act: FakeAct, options?: FakeOptions): FakeTool;
  /** Below the user's home; returns the absolute path. */
  put(path: string, content: string | object): string;
  read(path: string): string;
  /** The same computer with something else about it. */
  as(change: Partial<Host> & Pick<Partial<AccountsContext>, 'security' | 'extensions'>): LoginWorld;
}

export function loginWorld(change: Parameters<LoginWorld['as']>[0] = {}, home = tempHome()): LoginWorld {
  const { security, extensions = noExtensions, ...hostChange } = change;
  const bin = join(home, 'bin');
  const cwd = join(home, 'work');
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: [bin, process.env.PATH].join(delimiter), ...hostChange.env };
  const host = testHost({ home, cwd, ...hostChange, env });
  const told: string[] = [];
  const registry = testRegistry();
  const ctx: AccountsContext = {
    host,
    paths: appPaths(host),
    registry,
    extensions,
    tell: (line) => void told.push(line),
    ...(security && { security }),
  };
  const at = (path: string): string => join(home, path);
  return {
    home,
    ctx,
    told,
    tool: (id) => registry.tool(id) ?? missing(id),
    account: (id, label) => findAccount(ctx, id, label) as StoredAccount,
    fake: (name, act, options) => fakeTool(bin, name, act, options),
    put: (path, content) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content));
      return at(path);
    },
    read: (path) => readFileSync(isAbsolute(path) ? path : at(path), 'utf8'),
    as: (next) => loginWorld({ ...change, ...next, env: { ...hostChange.env, ...next.env } }, home),
  };
}

/** A fake codex's login as one person. */
export function codexLogin(who: string, token = `CANARY-${who}`): string {
  return JSON.stringify({
    auth_mode: 'chatgpt',
    OPENAI_API_KEY: null,
    tokens: { account_id: who, access_token: token, refresh_token: `R-${token}` },
  });
}

function missing(id: string): never {
  throw new Error(`the test world has no ${id}`);
}

/** What a promise is rejected with; fails when it is kept. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const kept = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in kept) return kept.error;
  throw new Error(`it was kept: ${JSON.stringify(kept.value)}`);
}
