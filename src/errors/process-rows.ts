import { typedPath } from './typed-path.ts';

/** Rows of the error table about finding and starting programs. */
export const processRows = {
  PROGRAM_NOT_FOUND: {
    exit: 127,
    message: (d: { program: string }) => `there is no program "${d.program}" to start.`,
    /**
     * `installation`: what should have had the program; `version`: the one that we kept there; `elsewhere`: how it is
     * installed, where that is not for us to do.
     */
    hint: (d: { tool?: string | undefined; installation?: string; version?: string; elsewhere?: string }) => {
      if (!d.tool) return 'tools doctor';
      if (d.installation === undefined || d.installation === 'default')
        return d.elsewhere ?? `tools install ${d.tool}`;
      return d.version === undefined
        ? `tools installations show ${d.tool} ${d.installation}`
        : `tools install ${d.tool}@${d.version} -i ${d.installation}`;
    },
  },
  CANNOT_START: {
    exit: 126,
    message: (d: { program: string; cause: string }) => `${d.program} can't be started: ${whyNot(d.cause)}.`,
    hint: (d: { program: string }) => `ls -lL ${typedPath(d.program)}`,
  },
  ARGUMENT_REFUSED: {
    exit: 2,
    message: (d: { argument: string; problem: 'damaged' | 'lineBreak' }) =>
      `the argument "${d.argument}" can't be passed on: ${argumentProblems[d.problem]}.`,
    hint: () => 'leave that argument out, or put its content into a file',
  },
  VARIABLE_NOT_EXPRESSIBLE: {
    exit: 1,
    message: (d: { name: string; shell: string }) =>
      `${d.name} can't be written down for ${d.shell} without changing it; --json can hold it.`,
    hint: () => 'tools help env',
  },
};

const argumentProblems = {
  damaged: 'it is not UTF-8, and was damaged on its way in',
  lineBreak: 'cmd.exe ends a command at a line break',
};

const startProblems: Readonly<Record<string, string>> = {
  noDirectory: 'the working directory is not there',
  noInterpreter: 'the interpreter that it names is not there',
  EACCES: 'it may not be executed',
  ENOEXEC: 'it is no program for this computer',
  E2BIG: 'its arguments and environment are too long',
};

function whyNot(cause: string): string {
  return startProblems[cause] ?? cause;
}
