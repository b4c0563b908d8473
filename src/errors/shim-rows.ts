import { typedPath } from './typed-path.ts';

/** Rows of the error table about the programs of the tools' names that start the right account. */
export const shimRows = {
  SHIM_FOREIGN: {
    exit: 1,
    message: (d: { path: string }) => `${d.path} was not made by us and was left as it is.`,
    hint: (d: { path: string }) => `mv ${typedPath(d.path)} ${typedPath(`${d.path}.old`)}`,
  },
  SHIM_WITHOUT_PROGRAM: {
    exit: 1,
    message: (d: { tool: string }) =>
      `a shim for ${d.tool} would have to start this program, and it does not lie in a file.`,
    hint: () => 'npm install --global ai-tool-registry',
  },
  SHIM_OF_ANOTHER: {
    exit: 2,
    message: (d: { tool: string; name: string; other: string }) =>
      `the bare name ${d.name} starts ${d.other}, so ${d.tool} can't have it.`,
    hint: (d: { tool: string }) => `tools run ${d.tool}`,
  },
  SHIM_STALE: {
    exit: 127,
    message: (d: { path: string }) =>
      `${d.path} only starts ai-tool-registry, which is gone from where it was.`,
    hint: (d: { path: string; tool: string }) => `tools shim enable ${d.tool}`,
  },
  SHIM_OLD: {
    exit: 1,
    message: (d: { path: string }) => `${d.path} is not as this release writes it.`,
    hint: (d: { tool: string }) => `tools shim enable ${d.tool}`,
  },
  SHIM_HIDDEN: {
    exit: 1,
    message: (d: { path: string; folder: string; by: string | undefined }) =>
      d.by === undefined
        ? `shims are not met here, because their folder ${d.folder} is not on PATH.`
        : `the shim ${d.path} is never met, because ${d.by} stands before it on PATH.`,
    hint: (d: { remedy: string }) => d.remedy,
  },
  SHIMS_GONE: {
    exit: 1,
    message: (d: { folder: string; tools: readonly string[] }) =>
      `the shims of ${d.tools.join(', ')} were enabled and are gone from ${d.folder}: the bare names start whatever else is on PATH.`,
    hint: (d: { tools: readonly string[] }) => `tools shim enable ${d.tools.join(' ')}`,
  },
  SHIM_COPIED: {
    exit: 1,
    message: (d: { path: string }) => `${d.path} is a copy of a shim, and nobody renews it.`,
    hint: (d: { path: string }) => `rm ${typedPath(d.path)}`,
  },
};
