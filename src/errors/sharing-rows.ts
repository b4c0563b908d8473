import { typedPath } from './typed-path.ts';

/** Rows of the error table about what accounts share. */
export const sharingRows = {
  ROOT_GONE: {
    exit: 6,
    message: (d: { tool: string; root: string; path: string }) =>
      `what accounts of ${d.tool} share as "${d.root}" is not in its place: ${d.path} is missing. It was not made anew: accounts would take it for emptied.`,
    hint: (d: { path: string }) => `mount it, or restore it from a backup, then: ls -la ${typedPath(d.path)}`,
  },
  SHARE_LINKS_DANGLE: {
    exit: 1,
    message: (d: { tool: string; label: string; home: string; paths: readonly string[] }) =>
      `${d.tool}#${d.label} has links that lead nowhere: ${d.paths.join(', ')} in ${d.home}. The next launch mends them.`,
    hint: (d: { tool: string; label: string }) => `tools run ${d.tool} -a ${d.label}`,
  },
  RETENTION_UNSAFE: {
    exit: 7,
    message: (d: {
      tool: string;
      label: string;
      pointer: string;
      governs: readonly string[];
      problem: string;
    }) =>
      `${d.tool}#${d.label} is not started: it would delete from what accounts share (${d.governs.join(', ')}), because ${d.pointer} can't be set (${d.problem}).`,
    hint: (d: { path: string }) => `mend ${d.path}, or move it away`,
  },
  SHARE_INCOMPLETE: {
    exit: 1,
    message: (d: {
      tool: string;
      label: string;
      /** Each with the reason in brackets. */
      items: readonly string[];
      /** The account has just been made, and is there. */
      made?: boolean;
    }) =>
      `${d.tool}#${d.label}${d.made ? ' was made, but' : ''} does not share all that it could: ${d.items.join(', ')}.`,
    hint: (d: { tool: string; label: string }) => `tools share status ${d.tool} -a ${d.label}`,
  },
  NOT_PUSHED: {
    exit: 5,
    message: (d: { tool: string; label: string; why: string }) =>
      `what ${d.tool}#${d.label} changed has not reached what its accounts share yet: ${d.why}.`,
    hint: (d: { tool: string; label: string }) => `tools sync ${d.tool} -a ${d.label}`,
  },
  SHARE_PATH_REFUSED: {
    exit: 2,
    message: (d: { tool: string; path: string; what: string }) =>
      `${JSON.stringify(d.path)} of ${d.tool} is never shared: it is ${d.what}.`,
    hint: (d: { tool: string }) => `tools info ${d.tool}`,
  },
  SHARE_PATH_WITHIN: {
    exit: 2,
    message: (d: { tool: string; label: string; path: string; above: string }) =>
      `${JSON.stringify(d.path)} lies in ${JSON.stringify(d.above)}, which ${d.tool}#${d.label} keeps to itself as a whole.`,
    hint: (d: { tool: string; label: string; above: string }) =>
      `tools share add ${d.tool} -a ${d.label} ${d.above}`,
  },
  SHARING_IS_OFF: {
    exit: 2,
    message: (d: { tool: string; label: string }) => `${d.tool}#${d.label} shares nothing.`,
    hint: (d: { tool: string; label: string }) => `tools share on ${d.tool} -a ${d.label}`,
  },
  ROOT_NOT_EMPTY: {
    exit: 1,
    message: (d: { tool: string; root: string; holds: string }) =>
      `what accounts of ${d.tool} share as "${d.root}" holds sessions or logs already (${d.holds}), which a copy can't join: nothing was copied.`,
    hint: (d: { tool: string }) => `tools adopt ${d.tool} --dry-run`,
  },
  SEED_INCOMPLETE: {
    exit: 5,
    message: (d: {
      tool: string;
      /** Each with the reason in brackets. */
      waiting: readonly string[];
    }) =>
      `what was copied for accounts of ${d.tool} is not all in its place yet: ${d.waiting.join(', ')}. Nothing of it is lost: the next launch that shares goes on with it.`,
    hint: (d: { tool: string }) => `tools share seed ${d.tool} --yes`,
  },
};
