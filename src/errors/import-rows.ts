import { typedPath } from './typed-path.ts';

/** Rows of the error table about directories that are there already: made an account's home, or joined to a root. */
export const importRows = {
  IMPORT_UNUSABLE: {
    exit: 3,
    message: (d: { tool: string; from: string; problem: string }) =>
      `${d.from} can't become the home of an account of ${d.tool}: ${d.problem}.`,
    hint: (d: { tool: string }) => `tools import ${d.tool} --from DIRECTORY`,
  },
  IMPORT_NOTHING_THERE: {
    exit: 3,
    message: (d: { tool: string; from: string; looked: readonly string[] }) =>
      `nothing in ${d.from} is known to be of ${d.tool}; looked for ${d.looked.join(', ')}.`,
    hint: (d: { tool: string }) => `tools info ${d.tool}`,
  },
  IMPORT_IS_SYSTEM: {
    exit: 2,
    message: (d: { tool: string; from: string }) =>
      `${d.from} is ${d.tool}'s own directory: its login is the account "system", and stays where it is.`,
    hint: (d: { tool: string }) => `tools use ${d.tool} system`,
  },
  IMPORT_BELONGS: {
    exit: 2,
    message: (d: { tool: string; from: string; whose: string }) =>
      `${d.from} can't become the home of an account of ${d.tool}: it belongs to ${d.whose}.`,
    hint: () => 'tools list',
  },
  IMPORT_LABEL_NEEDED: {
    exit: 2,
    message: (d: { tool: string; from: string }) => `the name of ${d.from} tells no label for the account.`,
    hint: (d: { tool: string; from: string }) =>
      `tools import ${d.tool} --from ${typedPath(d.from)} -a LABEL`,
  },
  IMPORT_SAME_LOGIN: {
    exit: 4,
    message: (d: { tool: string; from: string; who: string; holders: readonly string[] }) =>
      `${d.from} holds the login of ${d.who}, as ${d.holders.join(', ')} does: of two directories with one login the first to renew it logs the other out.`,
    hint: (d: { tool: string; from: string }) =>
      `log out in one of them, or: tools import ${d.tool} --from ${typedPath(d.from)} --yes`,
  },
  ADOPT_NOT_SUPPORTED: {
    exit: 2,
    message: (d: { tool: string; reason: string }) =>
      `${d.tool}'s own directory can't be joined to a shared root: ${d.reason}.`,
    hint: (d: { tool: string }) => `tools share seed ${d.tool}`,
  },
  ADOPT_HINDERED: {
    exit: 7,
    message: (d: { tool: string; paths: readonly string[]; more: number }) =>
      `nothing of ${d.tool}'s own directory was moved; in the way is ${d.paths.join(', ')}${d.more > 0 ? ` and ${d.more} more` : ''}.`,
    hint: (d: { tool: string; isOneDisk: boolean }) =>
      d.isOneDisk
        ? `move them away on one of the two sides, then: tools adopt ${d.tool}`
        : `tools share seed ${d.tool}`,
  },
  ADOPT_NOTHING: {
    exit: 7,
    message: (d: { tool: string; left: readonly string[] }) =>
      `there is nothing in ${d.tool}'s own directory that can be moved${d.left.length === 0 ? '' : `: ${d.left.join(', ')}`}.`,
    hint: (d: { tool: string; isRetention: boolean }) =>
      d.isRetention ? `tools adopt ${d.tool} --set-retention` : `tools share status ${d.tool}`,
  },
  ADOPTED_ALREADY: {
    exit: 2,
    message: (d: { tool: string; root: string; since: string }) =>
      `${d.tool}'s own directory has been joined to the root "${d.root}" since ${d.since}.`,
    hint: (d: { tool: string }) => `tools adopt ${d.tool} --undo`,
  },
  NOT_ADOPTED: {
    exit: 3,
    message: (d: { tool: string }) => `${d.tool}'s own directory is not joined to any root.`,
    hint: (d: { tool: string }) => `tools adopt ${d.tool} --dry-run`,
  },
  ADOPTION_DISTURBED: {
    exit: 7,
    message: (d: { tool: string; path: string; problem: string }) =>
      `${d.path} ${d.problem}; it was left as it is.`,
    hint: (d: { tool: string; path: string }) => `move ${d.path} away, then: tools adopt ${d.tool} --undo`,
  },
  ADOPTION_CUT_OFF: {
    exit: 1,
    message: (d: { tool: string; root: string }) =>
      `moving directories between ${d.tool}'s own and the root "${d.root}" was cut off.`,
    hint: (d: { tool: string }) => `tools adopt ${d.tool}`,
  },
  ADOPTION_BROKEN: {
    exit: 1,
    message: (d: { tool: string; root: string; path: string }) =>
      `${d.path} is no link into the root "${d.root}" any more: ${d.tool}'s own directory no longer sees what accounts see there.`,
    hint: (d: { tool: string; path: string }) =>
      `move ${d.path} away if it is there, then: tools adopt ${d.tool} --undo && tools adopt ${d.tool}`,
  },
  ADOPTION_UNSAFE: {
    exit: 1,
    message: (d: { tool: string; path: string; pointer: string }) =>
      `${d.path} no longer keeps ${d.tool} from deleting old files, which accounts see as well (${d.pointer}).`,
    hint: (d: { tool: string; path: string; pointer: string; safe: string }) =>
      `set ${d.pointer} to ${d.safe} in ${d.path}`,
  },
};
