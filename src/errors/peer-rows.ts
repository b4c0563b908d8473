import { typedPath } from './typed-path.ts';

/** Rows of the error table about what other account managers have stored. */
export const peerRows = {
  PEER_UNKNOWN: {
    exit: 2,
    message: (d: { from: string; known: readonly string[] }) =>
      `"${d.from}" is no account manager that is known here (${d.known.join(', ')}), and of a directory the tool has to be named.`,
    hint: (d: { from: string }) => `tools import TOOL --from ${typedPath(d.from)}`,
  },
  PEER_NOT_HERE: {
    exit: 3,
    message: (d: { peer: string; looked: readonly string[] }) =>
      `${d.peer} has stored nothing here; looked for ${d.looked.join(', ')}.`,
    hint: () => 'tools import',
  },
  PEER_DAMAGED: {
    exit: 1,
    message: (d: { peer: string; path: string; problem: string }) =>
      `${d.path}, which belongs to ${d.peer}, can't be understood: ${d.problem}; nothing was taken.`,
    hint: (d: { id: string; path: string }) => `mend ${d.path}, then: tools import --from ${d.id}`,
  },
  PEER_NEWER: {
    exit: 1,
    message: (d: { peer: string; path: string; version: number; known: number }) =>
      `${d.path} is of version ${d.version} of what ${d.peer} stores, and up to ${d.known} are known here; nothing was taken.`,
    hint: () => 'tools import TOOL --from DIRECTORY',
  },
  IMPORTER_FAILED: {
    exit: 1,
    message: (d: { plugin: string; name: string; why: string }) =>
      `the plugin "${d.plugin}", which looks for accounts of ${d.name}, failed: ${d.why}; nothing was taken.`,
    hint: (d: { plugin: string }) => `tools plugin info ${d.plugin}`,
  },
  IMPORT_NOT_KEPT: {
    exit: 3,
    message: (d: { peer: string; only: readonly string[]; kept: readonly string[] }) =>
      `${d.peer} keeps no ${d.only.join(', ')}; it keeps ${d.kept.length === 0 ? 'no account' : d.kept.join(', ')}.`,
    hint: (d: { id: string }) => `tools import --from ${d.id} --dry-run`,
  },
  SETTING_BEHIND_LINK: {
    exit: 1,
    message: (d: { tool: string; label: string; path: string; to: string }) =>
      `${d.path} lacks a setting that keeps ${d.tool}#${d.label} apart, and is not written: it leads to ${d.to}, which others have, too.`,
    hint: (d: { path: string }) => `put a copy in the place of the link ${d.path}`,
  },
  IMPORT_ONE_LABEL: {
    exit: 2,
    message: (d: { label: string; taken: readonly string[] }) =>
      `"${d.label}" can be the label of one account, and ${d.taken.length === 0 ? 'none' : d.taken.join(', ')} would be taken.`,
    hint: (d: { id: string; label: string }) => `tools import --from ${d.id} --only NAME -a ${d.label}`,
  },
};
