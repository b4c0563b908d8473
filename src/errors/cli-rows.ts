/** Rows of the error table about command lines and answers to questions. */
export const cliRows = {
  USAGE: { exit: 2, message: (d: { problem: string }) => d.problem, hint: helpOf },
  OUTPUT_FAILED: {
    exit: 1,
    message: (d: { cause: string }) => `not all of the answer could be written to stdout (${d.cause}).`,
    hint: (d: { cause: string }) => (d.cause === 'ENOSPC' ? 'df -h' : 'write it elsewhere, then try again'),
  },
  COMMAND_UNKNOWN: {
    exit: 2,
    message: (d: { command: string }) => `there is no command "${d.command}".`,
    hint: (d: { instead?: string | undefined }) => (d.instead ? `tools ${d.instead}` : 'tools help'),
  },
  COMMAND_INCOMPLETE: {
    exit: 2,
    message: (d: { command: string; members: readonly string[] }) =>
      `"${d.command}" needs one of: ${d.members.join(', ')}.`,
    hint: helpOf,
  },
  ARGUMENT_MISSING: {
    exit: 2,
    message: (d: { command: string; usage: string }) => `"${d.command}" needs more: ${d.usage}`,
    hint: helpOf,
  },
  ARGUMENT_EXTRA: {
    exit: 2,
    message: (d: { command: string; argument: string }) => `"${d.command}" has no use for "${d.argument}".`,
    hint: helpOf,
  },
  DIRECTORY_NAMED: {
    exit: 2,
    message: (d: { command: string; directory: string }) =>
      `--dir of "${d.command}" means the directory that it is typed in; it takes no other, such as ${d.directory}.`,
    hint: (d: { typed: string }) => `tools ${d.typed}`,
  },
  OPTION_UNKNOWN: {
    exit: 2,
    message: (d: { command: string; option: string; startsProgram: boolean }) =>
      `${d.command ? `"${d.command}"` : '"tools"'} has no option ${d.option}${d.startsProgram ? '; what is meant for the program goes after --' : ''}.`,
    /** `passedOn`: the command line with `--` where it was missing. */
    hint: (d: { command: string; passedOn?: string | undefined }) =>
      d.passedOn === undefined ? helpOf(d) : `tools ${d.passedOn}`,
  },
  OPTION_VALUE_MISSING: {
    exit: 2,
    message: (d: { option: string }) =>
      `${d.option} needs a value; one that begins with - is given as ${d.option}=value.`,
    hint: helpOf,
  },
  OPTION_CONFLICT: {
    exit: 2,
    message: (d: { one: string; other: string }) => `${d.one} and ${d.other} exclude each other.`,
    hint: helpOf,
  },
  OPTION_NEEDED: {
    exit: 2,
    message: (d: { command: string; option: string }) =>
      `"${d.command}" would ask here, and there is no terminal to ask on: give ${d.option}.`,
    hint: (d: { typed: string }) => `tools ${d.typed}`,
  },
  ADDRESS_UNUSABLE: {
    exit: 2,
    message: (d: { address: string; part: 'tool' | 'account' | 'installation' }) =>
      `"${d.address}" names no ${d.part}.`,
    hint: () => 'an address is tool, tool@installation, tool#account or tool@installation#account',
  },
  ADDRESS_CONFLICT: {
    exit: 2,
    message: (d: { address: string; value: string }) =>
      `"${d.address}" and "${d.value}" say different things.`,
    hint: () => 'say it once',
  },
  SHELL_UNKNOWN: {
    exit: 2,
    message: (d: { shell: string; known: readonly string[] }) =>
      `"${d.shell}" is not one of: ${d.known.join(', ')}.`,
    hint: helpOf,
  },
  FINGERPRINT_UNKNOWN: {
    exit: 4,
    message: (d: { tool: string; label: string; of: 'account' | 'organisation' }) =>
      `the login of ${d.tool}#${d.label} names no ${d.of === 'account' ? 'account id, so it' : 'organisation, so that'} has no fingerprint.`,
    hint: (d: { tool: string; label: string }) => `tools whoami ${d.tool} -a ${d.label}`,
  },
  CANCELLED: {
    exit: 130,
    message: (d: { command: string }) => `"${d.command}" was cancelled; nothing was changed.`,
    hint: (d: { typed: string }) => `tools ${d.typed}`,
  },
};

function helpOf(d: { command: string }): string {
  return d.command ? `tools help ${d.command}` : 'tools help';
}
