import type { AITool } from '../../registry/index.ts';
import type { StoredAccount } from '../account.ts';
import type { AccountsContext } from '../context.ts';
import type { SharedRoot } from './shared-root.ts';

/** What became of a home when its shared parts were put in their places. Paths are those of entries. */
export interface Assembly {
  /** Links into the shared root; also directories whose children are. */
  readonly linked: readonly string[];
  /** Directories that are copies, where no link can be made. */
  readonly copied: readonly string[];
  /** What stays the account's own although it could be shared. */
  readonly kept: readonly KeptPath[];
  /** Links that were missing, led nowhere, or led elsewhere. */
  readonly repaired: readonly string[];
  /** What lay in the home and was moved into the shared root. */
  readonly drained: readonly string[];
  /** Copies that lost to what is shared, and where they lie. */
  readonly conflicts: readonly { readonly path: string; readonly kept: string }[];
  /** What was linked, and is the account's own now that the descriptor says so; what it led to is in the root still. */
  readonly parted: readonly string[];
}

export interface KeptPath {
  readonly path: string;
  /**
   * `retention`: the tool would delete from it; `unguarded`: its guard is not shared; `noLinks`: no link can be made
   * here; `conflict`: something lies there that can't be moved, or a link of somebody else's; `busy`: the account is
   * in use; `excepted`: that was asked for; `failed`: the disk refused something.
   */
  readonly why: 'retention' | 'unguarded' | 'noLinks' | 'conflict' | 'busy' | 'excepted' | 'failed';
  /** What the disk refused: a sentence. */
  readonly problem?: string;
}

/** An assembly under way. */
export interface Assembling {
  readonly ctx: AccountsContext;
  readonly tool: AITool;
  readonly account: StoredAccount;
  readonly root: SharedRoot;
  /** Nothing lives in the home: what lies there may be moved. */
  readonly isQuiet: () => boolean;
  /** What was a link of ours when it was last seen. */
  readonly linkedPaths: ReadonlySet<string>;
  readonly done: { readonly [Part in keyof Assembly]: Assembly[Part][number][] };
}

export function keep({ done }: Assembling, path: string, why: KeptPath['why']): false {
  done.kept.push({ path, why });
  return false;
}
