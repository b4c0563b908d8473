import { createHash } from 'node:crypto';
import {
  baseAfter,
  type FileBase,
  type MergeInput,
  type MergeStep,
  mergeStep,
  type RootState,
} from '../../src/merge/index.ts';
import type { KeyRule } from '../../src/registry/index.ts';

const hash = (text: string): string => createHash('sha256').update(`salt ${text}`).digest('hex').slice(0, 24);

export const rules: readonly KeyRule[] = [
  { pointer: '/oauthAccount', class: 'identity' },
  { pointer: '/theme', class: 'shared', merge: 'value', dropsDefaults: true },
  { pointer: '/model', class: 'shared', merge: 'value' },
  { pointer: '/mcpServers', class: 'shared', merge: 'map' },
  { pointer: '/mcpServers/*/env', class: 'identity' },
  { pointer: '/projects', class: 'shared', merge: 'map' },
  { pointer: '/projects/*/allowedTools', class: 'shared', merge: 'set' },
  { pointer: '/projects/*/last*', class: 'shared', merge: 'private' },
  { pointer: '/permissions/allow', class: 'shared', merge: 'set' },
  { pointer: '/permissions/deny', class: 'shared', merge: 'grow' },
  { pointer: '/hooks', class: 'shared', merge: 'map' },
  { pointer: '/tips', class: 'disposable' },
];

export type Document = Readonly<Record<string, unknown>>;

export const textOf = (document: Document | string): string =>
  typeof document === 'string' ? document : `${JSON.stringify(document, null, 2)}\n`;

/** A home and its base, beside one root. */
export interface Home {
  text: string | undefined;
  base: FileBase | undefined;
}

/** One root with homes on it, in memory; every step is written, and the clock moves by ten. */
export class Lab {
  now = 1000;
  shared: string | undefined;
  root: RootState = { id: 'root', gen: 0, tombstones: {} };

  constructor(shared?: Document | string) {
    this.shared = shared === undefined ? undefined : textOf(shared);
  }

  home(document?: Document | string): Home {
    return { text: document === undefined ? undefined : textOf(document), base: undefined };
  }

  step(home: Home, more: Partial<MergeInput> = {}): MergeStep {
    this.now += 10;
    const step = mergeStep({
      format: 'json',
      rules,
      shared: this.shared,
      home: home.text,
      root: this.root,
      base: home.base,
      live: { state: 'none' },
      pull: true,
      birthmarks: ['/userID'],
      unshared: { homes: ['/data/accounts/demo/home'], names: ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'] },
      now: this.now,
      hash,
      ...more,
    });
    this.root = step.root;
    this.shared = step.shared ?? this.shared;
    home.text = step.home ?? home.text;
    this.now += 10;
    home.base = baseAfter(step, { shared: true, home: true, now: this.now }) ?? home.base;
    return step;
  }

  /** Homes that have met a root that holds the document, and each other's identity not. */
  met(...documents: readonly Document[]): Home[] {
    const homes = documents.map((document) => this.home(document));
    for (const home of [...homes, ...homes]) this.step(home);
    return homes;
  }

  get sharedValue(): Record<string, unknown> {
    return JSON.parse(this.shared ?? '{}') as Record<string, unknown>;
  }
}

export const homeValue = (home: Home): Record<string, unknown> =>
  JSON.parse(home.text ?? '{}') as Record<string, unknown>;

export interface Draft {
  [key: string]: unknown;
  projects: Record<string, Record<string, unknown>>;
  mcpServers: Record<string, Record<string, unknown>>;
  permissions: Record<string, string[]>;
}

/** Someone edits the home's file. */
export const change = (home: Home, edit: (draft: Draft) => unknown): void => {
  const draft = JSON.parse(home.text ?? '{}') as Draft;
  edit(draft);
  home.text = textOf(draft);
};

/** Someone writes the home's file anew. */
export const put = (home: Home, document: Document): undefined => {
  home.text = textOf(document);
};

export const me = { userID: 'me', oauthAccount: { emailAddress: 'me@x' } };
export const you = { userID: 'you', oauthAccount: { emailAddress: 'you@x' } };

/** Two homes in step with a root that holds the document. */
export const two = (document: Document): { lab: Lab; mine: Home; yours: Home } => {
  const lab = new Lab(document);
  const [mine, yours] = lab.met({ ...me }, { ...you }) as [Home, Home];
  return { lab, mine, yours };
};
