import { typedPath } from './typed-path.ts';

/** Rows of the error table about the user's shells and the files that they read. */
export const shellRows = {
  SHELL_FILE_UNUSABLE: {
    exit: 7,
    message: (d: { file: string; problem: string }) => `${d.file} is left as it is: ${d.problem}.`,
    /** `isRemoval`: our block is to go, which is all between its two marks. */
    hint: (d: { file: string; shell: string; isRemoval?: boolean }) =>
      d.isRemoval === true ? `vi ${typedPath(d.file)}` : `tools init ${d.shell}`,
  },
  SHELL_BLOCK_BROKEN: {
    exit: 1,
    message: (d: { file: string; line: number }) =>
      `${d.file} is left as it is: the mark of ours in line ${d.line} has no counterpart, or is one too many.`,
    hint: (d: { file: string }) => `vi ${typedPath(d.file)}`,
  },
  SHELL_NOT_TOLD: {
    exit: 2,
    message: (d: { command: string }) =>
      `"${d.command} --shell" prints lines for your shell to read, and here nobody reads them: nothing was changed (by itself it takes effect after "tools init --write").`,
    hint: (d: { typed: string }) => d.typed,
  },
};
