import { cpSync, existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredAccount } from '../../../src/accounts/index.ts';
import type { FileSystem } from '../../../src/platform/index.ts';
import { type Document, editSomething, isShared, leavesIn } from '../../merge/model-document.ts';
import { Died, faultyFiles } from '../../support/faulty-files.ts';
import { quickFiles, type Session, type SyncLab, syncLab } from './sync-lab.ts';

interface Worker extends Session {
  memory: Document;
}

interface Home {
  readonly account: StoredAccount;
  readonly workers: Worker[];
  readonly backups: string[];
  /** From a backup, and no step has seen it yet. */
  isRestored: boolean;
}

interface Life {
  readonly random: (below: number) => number;
  readonly homes: number;
  readonly rereads: boolean;
  readonly log?: ((line: string) => void) | undefined;
}

/**
 * Accounts on one root, on a real disk: people at work in them, accidents, launches that may die at any step of
 * theirs, and sessions that begin while a launch of another writes. `must` is the oracle: the leaves that some disk
 * holds and nobody deleted on purpose. What tools or accidents destroy before anyone else has it is taken off; what
 * we destroy is a fault.
 */
export class DiskModel {
  readonly faults: string[] = [];
  readonly #lab: SyncLab;
  readonly #life: Life;
  readonly #homes: readonly Home[];
  readonly #must = new Set<string>();
  readonly #ever = new Set<string>();
  readonly #rootBackups: string[] = [];
  #names = 0;
  #copies = 0;

  private constructor(lab: SyncLab, life: Life, accounts: readonly StoredAccount[]) {
    this.#lab = lab;
    this.#life = life;
    this.#homes = accounts.map((account) => ({ account, workers: [], backups: [], isRestored: false }));
    for (const home of this.#homes) lab.put(home.account, file, this.#fresh(home));
  }

  static async make(life: Life): Promise<DiskModel> {
    const lab = await syncLab({ rereads: life.rereads });
    const accounts: StoredAccount[] = [];
    for (let nth = 0; nth < life.homes; nth += 1) accounts.push(await lab.account(`a${nth}`));
    return new DiskModel(lab, life, accounts);
  }

  async run(events: number): Promise<readonly string[]> {
    for (let nth = 0; nth < events && this.faults.length === 0; nth += 1) {
      await this.#event();
      this.#check();
    }
    if (this.faults.length === 0) await this.#settle();
    rmSync(this.#lab.ctx.host.homeDir, { recursive: true });
    return this.faults;
  }

  async #event(): Promise<void> {
    const home = this.#homes[this.#random(this.#homes.length)] as Home;
    const dice = this.#random(100);
    if (dice < 22) await this.#start(home);
    else if (dice < 62) this.#work(home);
    else if (dice < 74) await this.#end(home);
    else if (dice < 88) await this.#launch(home);
    else if (dice < 91) this.#backUp(home);
    else if (dice < 93) this.#reset(home);
    else if (dice < 96) this.#restoreHome(home);
    else if (dice < 98) this.#restoreRoot();
    else this.#byHand(home);
  }

  // People

  /** Mostly through us; always where it has to be, after a backup. */
  async #start(home: Home): Promise<void> {
    if ((home.isRestored || this.#random(3) > 0) && !(await this.#launch(home))) return;
    this.#moveIn(home);
  }

  #moveIn(home: Home): void {
    const session = this.#lab.session(home.account);
    home.workers.push({ ...session, memory: this.#read(home) ?? this.#fresh(home) });
    this.#log(() => `moves into ${home.account.label}`);
  }

  async #end(home: Home): Promise<void> {
    const [worker] = home.workers.splice(this.#random(home.workers.length || 1), 1);
    worker?.end();
    this.#log(() => `ends in ${home.account.label}`);
    if (worker && this.#random(2) === 0) await this.#ours(home, (ctx) => this.#lab.leave(home.account, ctx));
  }

  /** Changes something and saves all it remembers; unless its tool reads the file again before. */
  #work(home: Home): void {
    const worker = home.workers[this.#random(home.workers.length || 1)];
    if (!worker) return;
    if (this.#life.rereads) worker.memory = this.#read(home) ?? this.#fresh(home);
    this.#edit(home, worker.memory);
    this.#save(home, worker.memory);
  }

  /** With an editor, nothing running. */
  #byHand(home: Home): void {
    const document = home.workers.length === 0 && !home.isRestored ? this.#read(home) : undefined;
    if (!document) return;
    this.#edit(home, document);
    this.#save(home, document);
  }

  #edit(home: Home, document: Document): void {
    editSomething(document, {
      owner: `ID-${home.account.label}-`,
      random: this.#life.random,
      fresh: () => ++this.#names,
      deleted: (...leaves) => {
        for (const leaf of leaves) this.#must.delete(leaf);
        this.#log(() => `deletes ${leaves.join()}`);
      },
    });
  }

  /** Only what somebody made just now is new to the oracle: an old writer may bring back what was deleted. */
  #save(home: Home, document: Document): void {
    this.#lab.put(home.account, file, document);
    for (const leaf of leavesIn(document, isShared)) {
      if (!this.#ever.has(leaf)) this.#must.add(leaf);
      this.#ever.add(leaf);
    }
    this.#forgetDestroyed();
    this.#log(() => `saves ${home.account.label}: ${[...leavesIn(document)].join(' ')}`);
  }

  // Accidents

  /** The tool finds its file damaged or gone and writes defaults. */
  #reset(home: Home): void {
    const path = join(home.account.home, file);
    if (this.#random(4) === 0) rmSync(path, { force: true });
    else this.#lab.put(home.account, file, { ...this.#fresh(home), value: 1 });
    for (const worker of home.workers) worker.memory = this.#fresh(home);
    this.#forgetDestroyed();
    this.#log(() => `resets ${home.account.label}`);
  }

  #backUp(home: Home): void {
    home.backups.push(this.#copy(this.#folder(home)));
    this.#rootBackups.push(this.#copy(this.#lab.root.folder));
  }

  /** The home's file, or with it all that we know of the account. */
  #restoreHome(home: Home): void {
    const backup = home.backups[this.#random(home.backups.length || 1)];
    if (backup === undefined || home.workers.length > 0 || !existsSync(join(backup, 'home', file))) return;
    this.#putBack(join(backup, 'home', file), join(home.account.home, file));
    if (this.#random(2) === 0) {
      rmSync(join(this.#folder(home), 'base'), { recursive: true, force: true });
      if (existsSync(join(backup, 'base')))
        cpSync(join(backup, 'base'), join(this.#folder(home), 'base'), kept);
    }
    home.isRestored = true;
    this.#forgetDestroyed();
    this.#log(() => `restores ${home.account.label}`);
  }

  /** What was shared then and what was known of it; marks of launches stay those of now. */
  #restoreRoot(): void {
    const backup = this.#rootBackups[this.#random(this.#rootBackups.length || 1)];
    if (backup === undefined) return;
    const { folder } = this.#lab.root;
    for (const path of [file, `.root/files/${file}.json`]) {
      rmSync(join(folder, path), { force: true });
      if (existsSync(join(backup, path))) this.#putBack(join(backup, path), join(folder, path));
    }
    this.#forgetDestroyed();
    this.#log(() => 'restores the root');
  }

  #copy(folder: string): string {
    this.#copies += 1;
    const to = join(this.#lab.ctx.host.homeDir, `backup-${this.#copies}`);
    cpSync(folder, to, kept);
    return to;
  }

  #putBack(from: string, to: string): void {
    rmSync(to, { force: true });
    writeFileSync(to, readFileSync(from), { mode: 0o600 });
    const { mtime } = statSync(from);
    utimesSync(to, mtime, mtime);
  }

  // Us

  #launch(home: Home): Promise<boolean> {
    return this.#ours(home, (ctx) => this.#lab.join(home.account, ctx));
  }

  /** A process of ours of its own, which may die at any of its steps. @returns it lived */
  async #ours(home: Home, act: (ctx: SyncLab['ctx']) => Promise<unknown>): Promise<boolean> {
    const faulty = faultyFiles(this.#disturbed(home, quickFiles(this.#lab.now)));
    const dies = this.#random(4) === 0;
    const when = (['before', 'after', 'half'] as const)[this.#random(3)] as 'before' | 'after' | 'half';
    if (dies) faulty.dieAt(1 + this.#random(60), when);
    const ctx = this.#lab.process(faulty.files);
    try {
      await act(ctx);
      home.isRestored = false;
      return true;
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      this.#log(() => `died ${error.message}`);
      return false;
    } finally {
      this.#log(() => `was at ${home.account.label}`);
      this.#lab.end(ctx);
      this.#check();
    }
  }

  /** A session may begin while a file is being replaced: it knows the old one. */
  #disturbed(home: Home, files: FileSystem): FileSystem {
    const place = join(home.account.home, file);
    return {
      ...files,
      rename: (from, to) => {
        if (to === place && this.#random(6) === 0) this.#moveIn(home);
        files.rename(from, to);
      },
      writeNew: (path, data, mode) => {
        if (path.startsWith(home.account.home) && this.#random(10) === 0) this.#moveIn(home);
        files.writeNew(path, data, mode);
      },
    };
  }

  // The oracle

  /** At the end everybody rests and is launched: all leaves are everywhere, and then nothing is written any more. */
  async #settle(): Promise<void> {
    this.#log(() => 'all end');
    for (let round = 0; round < 3; round += 1)
      for (const home of this.#homes) {
        for (const worker of home.workers.splice(0)) worker.end();
        const ctx = this.#lab.process(quickFiles(this.#lab.now));
        const { damaged, skipped } = await this.#lab.join(home.account, ctx);
        if (damaged.length + skipped.length > 0)
          this.faults.push(`stuck: ${JSON.stringify([damaged, skipped])}`);
        await this.#lab.leave(home.account, ctx);
        this.#check();
      }
    for (const leaf of this.#must)
      for (const [nth, leaves] of this.#places(anything).entries())
        if (!leaves.has(leaf)) this.faults.push(`lost at the end: ${leaf} in place ${nth}`);
    for (const home of this.#homes) await this.#expectRest(home);
  }

  async #expectRest({ account }: Home): Promise<void> {
    const { files, ...rest } = faultyFiles(quickFiles(this.#lab.now));
    await this.#lab.leave(account, this.#lab.process(files));
    if (rest.steps.length > 0) this.faults.push(`${account.label} is never at rest: ${rest.steps.join()}`);
  }

  #check(): void {
    const places = this.#places(anything);
    for (const leaf of this.#must)
      if (!places.some((leaves) => leaves.has(leaf))) this.faults.push(`lost: ${leaf}`);
    if (/ID-/.test(textAt(this.#lab.root.folder))) this.faults.push('identity in the root');
    for (const { account } of this.#homes)
      for (const [, owner] of textAt(account.home).matchAll(/ID-(\w+)-/g))
        if (owner !== account.label) this.faults.push(`identity of ${owner} in ${account.label}`);
  }

  /** The leaves of each disk, the root's first. */
  #places(counts: Parameters<typeof leavesIn>[1]): ReadonlySet<string>[] {
    return [this.#lab.root.folder, ...this.#homes.map(({ account }) => account.home)].map((folder) =>
      leavesIn(JSON.parse(textAt(folder)) as Document, counts),
    );
  }

  #forgetDestroyed(): void {
    const places = this.#places(isShared);
    for (const leaf of this.#must) if (!places.some((leaves) => leaves.has(leaf))) this.#must.delete(leaf);
  }

  #fresh({ account }: Pick<Home, 'account'>): Document {
    return { userID: `user-${account.label}-${++this.#names}`, account: { who: `ID-${account.label}-` } };
  }

  #read(home: Home): Document | undefined {
    const text = textAt(home.account.home);
    return text === '{}' ? undefined : { ...this.#fresh(home), ...(JSON.parse(text) as Document) };
  }

  #folder({ account }: Home): string {
    return this.#lab.ctx.paths.accountFolder(account.tool, account.id);
  }

  #random(below: number): number {
    return this.#life.random(below);
  }

  #log(line: () => string): void {
    this.#life.log?.(line());
  }
}

const file = 'state.json';
const kept = { recursive: true, preserveTimestamps: true } as const;
const anything = (): boolean => true;

function textAt(folder: string): string {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '{}';
}
