import type { baseAfter, FileBase, MergeInput, mergeStep, RootState } from '../../src/merge/index.ts';
import {
  type Document,
  type Entry,
  editSomething,
  isShared,
  leavesIn,
  modelRules,
} from './model-document.ts';

export type { Document } from './model-document.ts';

export interface Engine {
  readonly step: typeof mergeStep;
  readonly baseAfter: typeof baseAfter;
}

/** Perfect, and cheap enough for thousands of lives. */
const hash = (text: string): string => {
  const known = hashes.get(text) ?? `h${hashes.size}`;
  if (!hashes.has(text)) hashes.set(text, known);
  return known;
};
const hashes = new Map<string, string>();

interface Session {
  readonly home: number;
  readonly start: number;
  memory: Document;
}

interface Home {
  text: string | undefined;
  changedAt: number;
  base: FileBase | undefined;
  sessions: Session[];
  /** Starts and ends of sessions since the last step began. */
  past: { start: number; end: number }[];
  /** From a backup, and no step has seen it yet. */
  isRestored: boolean;
  backups: { text: string | undefined; changedAt: number; base: FileBase | undefined }[];
}

/** Dying of ours, between two writes. */
class Died extends Error {}

/**
 * Homes on one root, people at work in them, accidents, and us. `must` is the oracle: the leaves that some
 * disk holds and nobody deleted on purpose. What the tools or accidents destroy before anyone else has it is
 * taken off; what we destroy is a fault.
 */
export class ModelWorld {
  readonly #random: (below: number) => number;
  readonly #engine: Engine;
  readonly #rereads: boolean;
  readonly #homes: Home[];
  readonly faults: string[] = [];
  readonly #log: ((line: string) => void) | undefined;
  #shared: string | undefined;
  #root: RootState = { id: 'root', gen: 0, tombstones: {} };
  #backups: { shared: string | undefined; root: RootState }[] = [];
  #now = 1000;
  #names = 0;
  #must = new Set<string>();

  constructor(
    engine: Engine,
    random: (below: number) => number,
    homes: number,
    rereads: boolean,
    log?: (line: string) => void,
  ) {
    this.#log = log;
    this.#engine = engine;
    this.#random = random;
    this.#rereads = rereads;
    this.#homes = Array.from({ length: homes }, (_, nth) => ({
      text: JSON.stringify(this.#fresh(nth), null, 2),
      changedAt: 1000,
      base: undefined,
      sessions: [],
      past: [],
      isRestored: false,
      backups: [],
    }));
  }

  run(events: number): readonly string[] {
    for (let nth = 0; nth < events && this.faults.length === 0; nth += 1) {
      this.#now += 1 + this.#random(5);
      this.#event();
      this.#check();
    }
    if (this.faults.length === 0) this.#settle();
    return this.faults;
  }

  #event(): void {
    const home = this.#random(this.#homes.length);
    const dice = this.#random(100);
    if (dice < 22) this.#start(home);
    else if (dice < 62) this.#work(home);
    else if (dice < 74) this.#end(home);
    else if (dice < 90) this.#launch(home);
    else if (dice < 93) this.#backUp(home);
    else if (dice < 95) this.#reset(home);
    else if (dice < 97) this.#restoreHome(home);
    else if (dice < 98) this.#restoreRoot();
    else this.#byHand(home);
  }

  // People

  /** Mostly through us. */
  #start(nth: number, isInBetween = false): void {
    const home = this.#home(nth);
    if (!isInBetween && (home.isRestored || this.#random(2) === 0) && !this.#launch(nth)) return;
    const memory = this.#read(nth) ?? this.#fresh(nth);
    home.sessions.push({ home: nth, start: this.#now, memory });
    this.#log?.(`${this.#now} start ${nth}`);
  }

  #end(nth: number): void {
    const home = this.#home(nth);
    const session = home.sessions.splice(this.#random(home.sessions.length || 1), 1)[0];
    if (session) home.past.push({ start: session.start, end: this.#now });
    if (session && this.#random(2) === 0) this.#launch(nth, true);
  }

  /** A session changes something and saves all it remembers; unless its tool reads the file again before. */
  #work(nth: number): void {
    const { sessions } = this.#home(nth);
    const session = sessions[this.#random(sessions.length || 1)];
    if (!session) return;
    if (this.#rereads) session.memory = this.#read(nth) ?? this.#fresh(nth);
    this.#edit(session.memory, nth);
    this.#save(nth, session.memory);
  }

  /** With an editor, nothing running. */
  #byHand(nth: number): void {
    const { sessions, isRestored } = this.#home(nth);
    const document = sessions.length === 0 && !isRestored ? this.#read(nth) : undefined;
    if (!document) return;
    this.#edit(document, nth);
    this.#save(nth, document);
  }

  #edit(document: Document, nth: number): void {
    editSomething(document, {
      owner: `ID-${nth}`,
      random: this.#random,
      fresh: () => ++this.#names,
      deleted: (...leaves) => this.#deleted(...leaves),
    });
  }

  #deleted(...leaves: string[]): void {
    for (const leaf of leaves) this.#must.delete(leaf);
    this.#log?.(`${this.#now} deletes ${leaves.join()}`);
  }

  /** Only what somebody made just now is new to the oracle: an old writer may bring back what was deleted. */
  #save(nth: number, document: Document): void {
    const before = this.#held();
    this.#put(nth, JSON.stringify(document, null, 2));
    for (const leaf of leavesIn(document, isShared)) if (!this.#ever.has(leaf)) this.#must.add(leaf);
    for (const leaf of leavesIn(document, isShared)) this.#ever.add(leaf);
    this.#forgetDestroyed(before);
    this.#log?.(`${this.#now} save ${nth} ${[...leavesIn(document)].join(' ')}`);
  }
  readonly #ever = new Set<string>();

  // Accidents

  /** The tool finds its file damaged or gone and writes defaults. */
  #reset(nth: number): void {
    const before = this.#held();
    this.#put(
      nth,
      this.#random(4) === 0 ? undefined : JSON.stringify({ ...this.#fresh(nth), value: 1 }, null, 2),
    );
    for (const session of this.#home(nth).sessions) session.memory = this.#fresh(nth);
    this.#forgetDestroyed(before);
    this.#log?.(`${this.#now} reset ${nth}`);
  }

  #backUp(nth: number): void {
    const { text, changedAt, base, backups } = this.#home(nth);
    backups.push({ text, changedAt, base });
    this.#backups.push({ shared: this.#shared, root: this.#root });
  }

  #restoreHome(nth: number): void {
    const home = this.#home(nth);
    const backup = home.backups[this.#random(home.backups.length || 1)];
    if (!backup || backup.text === undefined || home.sessions.length > 0) return;
    const before = this.#held();
    home.text = backup.text;
    home.changedAt = backup.changedAt;
    home.isRestored = true;
    if (this.#random(2) === 0) home.base = backup.base;
    this.#forgetDestroyed(before);
    this.#log?.(`${this.#now} restored home ${nth}`);
  }

  #restoreRoot(): void {
    const backup = this.#backups[this.#random(this.#backups.length || 1)];
    if (!backup) return;
    const before = this.#held();
    this.#shared = backup.shared;
    this.#root = backup.root;
    this.#forgetDestroyed(before);
    this.#log?.(`${this.#now} restored root to ${backup.root.gen}`);
  }

  // Us

  /** Every other home is pushed, then this one is pushed and pulled; we may die between any two writes. */
  #launch(nth: number, isAfter = false): boolean {
    try {
      if (!isAfter)
        for (const other of this.#homes.keys())
          if (other !== nth) this.#step(other, { pull: false }, this.#random(12));
      this.#step(nth, { pull: true }, this.#random(12));
      return true;
    } catch (error) {
      if (!(error instanceof Died)) throw error;
      this.#log?.(`${this.#now} died`);
      return false;
    }
  }

  #step(nth: number, { pull, accept }: { pull: boolean; accept?: boolean }, dies: number): boolean {
    const home = this.#home(nth);
    const began = this.#now;
    const starts = [
      ...home.sessions.map(({ start }) => start),
      ...home.past.filter(({ end }) => end >= (home.base?.began ?? 0)).map(({ start }) => start),
    ];
    const input: MergeInput = {
      format: 'json',
      rules: modelRules,
      shared: this.#shared,
      home: home.text,
      root: this.#root,
      base: home.base,
      live: {
        state: home.sessions.length > 0 ? 'live' : 'none',
        ...(starts.length > 0 && { earliestStart: Math.min(...starts) }),
      },
      pull,
      homeChangedAt: home.changedAt,
      birthmarks: ['/userID'],
      rereads: this.#rereads,
      unshared: { homes: [], names: [] },
      now: began,
      hash,
      ...(accept && { accept }),
    };
    const result = this.#engine.step(input);
    const die = (at: number): void => {
      this.#check();
      if (dies === at) throw new Died();
    };
    this.#root = result.root;
    die(1);
    if (result.shared !== undefined) this.#shared = result.shared;
    die(2);
    // A session may start between our reading and our writing: it knows the old file.
    this.#now += 1;
    if (result.home !== undefined && this.#random(6) === 0) this.#start(nth, true);
    this.#now += 1;
    if (result.home !== undefined) {
      home.text = result.home;
      home.changedAt = this.#now;
    }
    die(3);
    this.#now += 1;
    const written = { shared: true, home: true, now: this.#now, homeChangedAt: home.changedAt };
    home.base = this.#engine.baseAfter(result, written) ?? home.base;
    home.isRestored = false;
    this.#check();
    this.#log?.(
      `${this.#now} step ${nth} pull=${pull} ${JSON.stringify(result.outcomes.filter(({ move }) => move !== 'agree').map(({ name, move, why, held }) => [name, move, why, held]))}`,
    );
    return result.shared !== undefined || result.home !== undefined;
  }

  // The oracle

  /** At the end everybody rests and is launched: all leaves are everywhere, and then nothing changes any more. */
  #settle(): void {
    for (const [nth, home] of this.#homes.entries()) {
      home.past.push(...home.sessions.map(({ start }) => ({ start, end: this.#now })));
      home.sessions = [];
      this.#log?.(`settle ${nth}`);
    }
    for (let round = 0; round < 3; round += 1)
      for (const nth of this.#homes.keys()) {
        this.#now += 10;
        this.#homes[nth]!.sessions = [];
        this.#step(nth, { pull: true }, 0);
        this.#homes[nth]!.sessions = [];
        this.#check();
      }
    for (const leaf of this.#must)
      for (const [nth, leaves] of this.#places(anything).entries())
        if (!leaves.has(leaf)) this.faults.push(`lost at the end: ${leaf} in place ${nth}`);
    for (const nth of this.#homes.keys()) {
      this.#now += 10;
      if (this.#step(nth, { pull: true }, 0)) this.faults.push(`home ${nth} is never at rest`);
      this.#homes[nth]!.sessions = [];
    }
  }

  #check(): void {
    const places = this.#places(anything);
    for (const leaf of this.#must)
      if (!places.some((leaves) => leaves.has(leaf))) this.faults.push(`lost: ${leaf}`);
    if (/ID-/.test(this.#shared ?? '')) this.faults.push('identity in the root');
    for (const [nth, { text }] of this.#homes.entries())
      for (const [, owner] of (text ?? '').matchAll(/ID-(\d+)/g))
        if (Number(owner) !== nth) this.faults.push(`identity of ${owner} in home ${nth}`);
  }

  /** The leaves of each disk, the root's first. */
  #places(counts: (entry: Entry) => boolean): ReadonlySet<string>[] {
    return [leavesOfText(this.#shared), ...this.#homes.map(({ text }) => leavesOfText(text, counts))];
  }

  /** What an accident took from the last who held it; that the root has parts of an entry saves no other part. */
  #forgetDestroyed(before: ReadonlySet<string>): void {
    const places = this.#places(isShared);
    const held = this.#held();
    for (const leaf of this.#must)
      if (!places.some((leaves) => leaves.has(leaf)) || (before.has(leaf) && !held.has(leaf)))
        this.#must.delete(leaf);
  }

  /** What is on any disk, without entries that are nothing themselves. */
  #held(): ReadonlySet<string> {
    const texts = [this.#shared, ...this.#homes.map(({ text }) => text)];
    return new Set(texts.flatMap((text) => [...leavesOfText(text, isShared)]));
  }

  #fresh(nth: number): Document {
    return { userID: `user-${nth}-${++this.#names}`, account: { who: `ID-${nth}` } };
  }

  #home(nth: number): Home {
    return this.#homes[nth] as Home;
  }

  #read(nth: number): Document | undefined {
    const { text } = this.#home(nth);
    return text === undefined ? undefined : { ...this.#fresh(nth), ...(JSON.parse(text) as Document) };
  }

  #put(nth: number, text: string | undefined): void {
    const home = this.#home(nth);
    home.text = text;
    home.changedAt = this.#now;
  }
}

const anything = (_: Entry): boolean => true;
const known = new Map<string, { all: ReadonlySet<string>; shared: ReadonlySet<string> }>();

function leavesOfText(text: string | undefined, counts = anything): ReadonlySet<string> {
  if (text === undefined) return new Set();
  if (known.size > 100) known.clear();
  const document = known.has(text) ? undefined : (JSON.parse(text) as Document);
  if (document) known.set(text, { all: leavesIn(document), shared: leavesIn(document, isShared) });
  const found = known.get(text);
  return (counts === anything ? found?.all : found?.shared) ?? new Set();
}
