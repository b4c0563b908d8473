import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AccountsContext,
  addAccount,
  noExtensions,
  type StoredAccount,
} from '../../src/accounts/index.ts';
import type { Claim } from '../../src/audit/book.ts';
import { type Audit, audit } from '../../src/audit/index.ts';
import { appPaths, type Host } from '../../src/platform/index.ts';
import { type AITool, AIToolRegistry } from '../../src/registry/index.ts';
import { builtInTools } from '../../src/tools/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';

/** A person's computer with the built-in tools, and accounts that an audit looks at. */
export interface AuditWorld {
  /** The user's home. */
  readonly home: string;
  readonly ctx: AccountsContext;
  tool(id: string): AITool;
  /** Private, unless made to share; an API key makes it an account that holds one. */
  account(tool: string, label: string, key?: string): Promise<StoredAccount>;
  /** One that shares on the root `default`. */
  sharing(tool: string, label: string): Promise<StoredAccount>;
  /** Absolute, or below the user's home. */
  put(path: string, content: string | object): string;
  link(target: string, path: string): string;
  /** Where accounts of a tool share. */
  rootOf(tool: string): string;
  audit(tool?: string, label?: string): Promise<Audit>;
  as(change: Partial<Host>): AuditWorld;
}

export function auditWorld(change: Partial<Host> = {}, home = tempHome()): AuditWorld {
  const host = testHost({ home, ...change });
  const registry = new AIToolRegistry();
  for (const tool of builtInTools) registry.register(tool);
  registry.seal();
  const ctx: AccountsContext = {
    host,
    paths: appPaths(host),
    registry,
    extensions: noExtensions,
    tell: () => {},
  };
  const tool = (id: string): AITool => registry.tool(id) ?? missing(id);
  const put: AuditWorld['put'] = (path, content) => {
    const at = join(path.startsWith('/') ? '' : home, path);
    mkdirSync(dirname(at), { recursive: true, mode: 0o700 });
    writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
    return at;
  };
  const account: AuditWorld['account'] = async (id, label, key) => {
    return addAccount(ctx, id, label, { sharing: { wanted: 'private' }, ...(key !== undefined && { key }) });
  };
  return {
    home,
    ctx,
    tool,
    account,
    sharing: async (id, label) => addAccount(ctx, id, label, { sharing: { wanted: 'share' } }),
    put,
    link: (target, path) => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      symlinkSync(target, path);
      return path;
    },
    rootOf: (id) => ctx.paths.sharedFolder(id, 'default'),
    audit: (id, label) => audit(ctx, { tools: id === undefined ? registry.all() : [tool(id)], label }),
    as: (next) => auditWorld({ ...change, ...next }, home),
  };
}

export function proofOf(result: Audit, claim: Claim) {
  const proof = result.proofs.find(({ name }) => name === claim);
  if (!proof) throw new Error(`nothing was said of ${claim}`);
  const { verdict, findings, gaps, notes } = proof;
  return { verdict, codes: findings.map(({ code }) => code), findings, gaps, notes };
}

/** Of every proof that is not clean. */
export function verdictsOf(result: Audit): Readonly<Record<string, string>> {
  return Object.fromEntries(
    result.proofs.filter(({ verdict }) => verdict !== 'proven').map(({ name, verdict }) => [name, verdict]),
  );
}

function missing(id: string): never {
  throw new Error(`there is no ${id}`);
}
