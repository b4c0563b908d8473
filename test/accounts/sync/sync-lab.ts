import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AccountsContext, StoredAccount } from '../../../src/accounts/index.ts';
import { noExtensions } from '../../../src/accounts/index.ts';
import { ensureRoot, type SharedRoot } from '../../../src/accounts/sharing/shared-root.ts';
import { type LiveMark, writeLiveMark } from '../../../src/accounts/store/live-mark.ts';
import { reserveAccount } from '../../../src/accounts/store/reserve-account.ts';
import { markDirty } from '../../../src/accounts/sync/mark-dirty.ts';
import type { SyncReport } from '../../../src/accounts/sync/sync-report.ts';
import { pushHome, syncRoot } from '../../../src/accounts/sync/sync-root.ts';
import { appPaths, type FileSystem, type Host } from '../../../src/platform/index.ts';
import { type AITool, AIToolRegistry, type ToolDescriptor } from '../../../src/registry/index.ts';
import { modelRules } from '../../merge/model-document.ts';
import { quickFiles as plainQuickFiles } from '../../support/quick-files.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';
import { markOf, processTable } from '../store-lab.ts';

/** A tool with files of every kind that is merged, whose keys and paths are told apart by nothing but rules. */
const mixer: ToolDescriptor = {
  id: 'mixer',
  displayName: 'Mixer',
  configDirEnvVar: 'MIXER_HOME',
  relocation: {
    shape: 'variable',
    own: { MIXER_HOME: '{home}' },
    isolation: 'complete',
    settings: [{ file: 'settings.toml', pointer: '/update', format: 'toml', value: false }],
  },
  birthmarks: [{ file: 'state.json', pointer: '/userID' }],
  environment: { outranks: ['MIXER_TOKEN'], apiKey: ['MIXER_KEY'] },
  directories: [
    {
      path: 'state.json',
      class: 'mixed',
      kind: 'file',
      format: 'json',
      rules: [...modelRules, { pointer: '/theme', class: 'shared', merge: 'value' }],
    },
    {
      path: 'settings.toml',
      class: 'mixed',
      kind: 'file',
      format: 'toml',
      rules: [
        { pointer: '/model', class: 'shared', merge: 'value' },
        { pointer: '/servers', class: 'shared', merge: 'map' },
      ],
    },
    { path: 'NOTES.md', class: 'shared', kind: 'file', format: 'text' },
    { path: 'keys.json', class: 'shared', kind: 'file', format: 'json' },
  ],
};

/** One computer whose clock is ours and whose processes live and die as we say, with accounts on one root. */
export interface SyncLab {
  readonly ctx: AccountsContext;
  readonly tool: AITool;
  readonly root: SharedRoot;
  /** Another process of ours; `files` instead of the disk. */
  process(files?: FileSystem): AccountsContext;
  end(ctx: AccountsContext): void;
  account(label: string): Promise<StoredAccount>;
  /** A session that runs under an account from now on; `end` ends it, its mark stays. */
  session(account: StoredAccount): Session;
  /** Milliseconds: lets time pass, and tells it. */
  now(): number;
  /** Writes a file of a home, or of the root, as a tool would, with the time of our clock. */
  put(of: StoredAccount | SharedRoot, path: string, content: string | Uint8Array | object): void;
  edit(of: StoredAccount, path: string, change: (document: Draft) => unknown): void;
  text(of: StoredAccount | SharedRoot, path: string): string;
  json(of: StoredAccount | SharedRoot, path?: string): Draft;
  /** As a launch does: the home is marked, the root pushed to, the home pulled. */
  join(account: StoredAccount, ctx?: AccountsContext): Promise<SyncReport>;
  /** As after a run. */
  leave(account: StoredAccount, ctx?: AccountsContext): Promise<SyncReport>;
}

export interface Session {
  readonly mark: LiveMark;
  end(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: documents of tools
export type Draft = any;

export async function syncLab(more: Partial<ToolDescriptor> = {}): Promise<SyncLab> {
  const descriptor: ToolDescriptor = { ...mixer, ...more };
  const home = tempHome();
  const registry = new AIToolRegistry();
  registry.register(descriptor);
  const tool = registry.tool(descriptor.id) as AITool;
  const dead = new Set<number>();
  let time = Date.now() + 3_600_000;
  let lastPid = 1000;
  const now = (): number => {
    time += 50;
    return time;
  };
  const env = { AI_TOOLS_HOME: join(home, 'ours') };
  const process = (files: FileSystem = quickFiles(now)): AccountsContext => {
    lastPid += 1;
    const processes = processTable(lastPid, dead);
    const host: Host = testHost({ home, env, processes, files, now: () => new Date(now()) });
    return { host, paths: appPaths(host), registry, extensions: noExtensions, tell: () => undefined };
  };
  const ctx = process();
  const place = (of: StoredAccount | SharedRoot, path: string): string =>
    join('home' in of ? of.home : of.folder, path);
  const lab: Omit<SyncLab, 'root'> = {
    ctx,
    tool,
    process,
    now,
    end: (ended) => dead.add(ended.host.processes.self.pid),
    account: async (label) => {
      const reservation = await reserveAccount(ctx, tool.id, label);
      const sharing = { on: true, except: [] };
      return reservation.publish({ kind: 'login', identity: null, sharing });
    },
    session: (account) => {
      lastPid += 1;
      const pid = lastPid;
      const mark = writeLiveMark(ctx, account, markOf(pid));
      return { mark, end: () => dead.add(pid) };
    },
    put: (of, path, content) => {
      const file = place(of, path);
      mkdirSync(dirname(file), { recursive: true });
      const isText = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(file, isText ? content : textOf(content));
      const at = new Date(now());
      utimesSync(file, at, at);
    },
    edit: (of, path, change) => {
      const draft = lab.json(of, path);
      change(draft);
      lab.put(of, path, draft);
    },
    text: (of, path) => readFileSync(place(of, path), 'utf8'),
    json: (of, path = 'state.json') =>
      existsSync(place(of, path)) ? JSON.parse(lab.text(of, path)) : undefined,
    join: async (account, by = ctx) => {
      markDirty(by, await ensureRoot(by, tool.id, account.root), account);
      return syncRoot(by, tool, account);
    },
    leave: (account, by = ctx) => pushHome(by, tool, account),
  };
  return { ...lab, root: await ensureRoot(ctx, tool.id, 'default') };
}

export interface Pair extends SyncLab {
  readonly work: StoredAccount;
  readonly personal: StoredAccount;
}

/** Two accounts that have met over what the first one holds. */
export async function met(document: object | string = { map: { a: { own: 1 } } }): Promise<Pair> {
  const lab = await syncLab();
  const [work, personal] = [await lab.account('work'), await lab.account('personal')];
  const own = { userID: 'w', account: { who: 'work' } };
  lab.put(work, 'state.json', typeof document === 'string' ? document : { ...own, ...document });
  lab.put(personal, 'state.json', { userID: 'p', account: { who: 'personal' } });
  await lab.join(work);
  await lab.join(personal);
  await lab.join(work);
  return { ...lab, work, personal };
}

export const textOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** What tells whether a file was written: its time, its place on the disk, its size. */
export function writtenAt(file: string): string {
  const { mtimeMs, ctimeMs, ino, size } = statSync(file);
  return `${mtimeMs} ${ctimeMs} ${ino} ${size}`;
}

/** A disk whose files are as old as our clock says. Nothing waits until it is safe from a power cut. */
export function quickFiles(now: () => number): FileSystem {
  return {
    ...plainQuickFiles,
    writeNew: (path, data, mode) => {
      writeFileSync(path, data, { flag: 'wx', mode });
      const at = new Date(now());
      utimesSync(path, at, at);
    },
  };
}
