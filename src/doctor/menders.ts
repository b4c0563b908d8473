import {
  type AccountsContext,
  findStoredAccount,
  labelClaims,
  prepareAccount,
  settleTool,
} from '../accounts/index.ts';
import type { ErrorCode, ErrorData } from '../errors/index.ts';
import { errnoOf, isInside } from '../platform/index.ts';
import { initShells, renewInit } from '../shells/index.ts';
import { enableShims } from '../shims/index.ts';
import { clearDeadLock, removeTree, writeFailed } from '../state/index.ts';

/** How one kind of finding is mended. Nothing is lost by it. */
interface Mender<Code extends ErrorCode> {
  /** Absent: every such finding. */
  readonly isOurs?: (ctx: AccountsContext, data: ErrorData<Code>) => boolean;
  /** What is done, as a clause that begins with a verb. */
  readonly words: (data: ErrorData<Code>) => string;
  readonly mend: (ctx: AccountsContext, data: ErrorData<Code>) => void | Promise<void>;
}

/** What is not here needs a decision, or a person's hand. */
export const menders: { readonly [Code in ErrorCode]?: Mender<Code> } = {
  MODE_TOO_WIDE: {
    // Who may look into a directory of the user's own, such as one that was imported, the user says.
    isOurs: ({ host, paths }, { path }) => path === paths.root || isInside(host.path, paths.root, path),
    words: ({ path, wanted }) => `make ${path} the user's alone (${wanted})`,
    mend: narrowMode,
  },
  LOCK_DEAD: {
    words: ({ path }) => `take away the lock ${path}`,
    mend: ({ host }, { path }) => clearDeadLock(host, path),
  },
  LOCK_EMPTY: {
    words: ({ path }) => `take away the empty lock ${path}`,
    mend: ({ host }, { path }) => clearDeadLock(host, path),
  },
  LITTER_LEFT: {
    words: ({ path }) => `remove ${path}`,
    mend: ({ host }, { path }) => removeTree(host, path),
  },
  PENDING_DEAD: {
    words: ({ path }) => `clear ${path} (what was saved in it goes to the trash)`,
    mend: (ctx, { tool }) => settleTool(ctx, tool),
  },
  LABEL_CLAIM_STRAY: {
    words: ({ path, account }) => (account === undefined ? `remove ${path}` : `write ${path} anew`),
    mend: mendClaim,
  },
  SETTING_NOT_IN_FORCE: {
    words: ({ path, tool, label }) => `write into ${path} what keeps ${tool}#${label} apart`,
    mend: mendAccount,
  },
  SHARE_LINKS_DANGLE: {
    words: ({ tool, label, paths }) => `mend the links ${paths.join(', ')} of ${tool}#${label}`,
    mend: mendAccount,
  },
  SHIM_OLD: {
    words: ({ path }) => `renew ${path}`,
    mend: mendShim,
  },
  SHIM_STALE: {
    words: ({ path }) => `renew ${path}`,
    mend: mendShim,
  },
  SHELL_BLOCK_OLD: {
    words: ({ path }) => `renew our lines in ${path}`,
    mend: async (ctx, { shell }) => {
      const known = initShells.find((name) => name === shell);
      if (known) await renewInit(ctx, known);
    },
  },
};

/** Of a claim that holds no id nobody can say whose it was: whoever has that label claims it anew. */
async function mendClaim(
  ctx: AccountsContext,
  { tool, path }: { readonly tool: string; readonly path: string },
): Promise<void> {
  for (const [folded, id] of labelClaims(ctx, tool))
    if (id === null && ctx.paths.labelOf(tool, folded) === path) removeTree(ctx.host, path);
  await settleTool(ctx, tool);
}

async function mendShim(ctx: AccountsContext, { tool: id }: { readonly tool: string }): Promise<void> {
  const tool = ctx.registry.tool(id);
  if (tool) await enableShims(ctx, [tool]);
}

/** What another mender has taken away by now needs no mode. */
function narrowMode(
  { host }: AccountsContext,
  { path, wanted }: { readonly path: string; readonly wanted: string },
): void {
  try {
    host.files.chmod(path, Number.parseInt(wanted, 8));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw writeFailed(path, error);
  }
}

/** As a launch does. */
async function mendAccount(
  ctx: AccountsContext,
  { tool: id, label }: { readonly tool: string; readonly label: string },
): Promise<void> {
  const tool = ctx.registry.tool(id);
  if (tool) await prepareAccount(ctx, tool, findStoredAccount(ctx, id, label, 'doctor'));
}
