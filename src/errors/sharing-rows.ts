/** Rows of the error table about what accounts share. */
export const sharingRows = {
  ROOT_GONE: {
    exit: 6,
    message: (d: { tool: string; root: string; path: string }) =>
      `what accounts of ${d.tool} share as "${d.root}" is not in its place: ${d.path} is missing. It was not made anew: accounts would take it for emptied.`,
    hint: (d: { path: string }) => `mount it, or restore it from a backup, then: ls -la "${d.path}"`,
  },
};
