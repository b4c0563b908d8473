import { typedPath } from './typed-path.ts';

/** Rows of the error table about accounts as they are stored, named and chosen. */
export const accountRows = {
  LABEL_UNUSABLE: {
    exit: 2,
    message: (d: { label: string; problem: LabelFault }) =>
      `the label ${JSON.stringify(d.label)} ${labelFaults[d.problem]}.`,
    hint: () => 'a label is 1 to 64 letters, digits and . _ - + @, such as work or me@example.com',
  },
  LABEL_TAKEN: {
    exit: 2,
    message: (d: { tool: string; label: string; existing: string }) =>
      d.label === d.existing
        ? `${d.tool} already has the account "${d.existing}".`
        : `${d.tool} already has the account "${d.existing}", and "${d.label}" is the same name on some disks.`,
    /** `from`: the directory that was to be imported. */
    hint: (d: { tool: string; from?: string | undefined }) =>
      d.from === undefined
        ? `tools list ${d.tool}`
        : `tools import ${d.tool} --from ${typedPath(d.from)} -a ANOTHER-LABEL`,
  },
  SYSTEM_ACCOUNT_REFUSED: {
    exit: 2,
    message: (d: { tool: string; verb: string }) =>
      `"system" is the login in ${d.tool}'s own directory, and ${d.verb} never acts on it.`,
    hint: (d: { tool: string }) => `tools list ${d.tool}`,
  },
  ACCOUNT_NOT_FOUND: {
    exit: 3,
    message: (d: { tool: string; label: string; because?: string | undefined }) =>
      `${d.tool} has no account "${d.label}"${d.because ? ` (${d.because})` : ''}.`,
    /** `verb`: one that is of use only where the account is. */
    hint: (d: {
      tool: string;
      label: string;
      closest?: string | undefined;
      verb?: string | undefined;
      /** The shell was put into the account by `tools env`, before it was renamed or removed. */
      isStale?: boolean;
    }) => {
      if (d.closest) return `tools status ${d.tool}#${d.closest}`;
      if (d.isStale) return `eval "$(tools env ${d.tool} --unset)"`;
      return d.verb === undefined ? `tools login ${d.tool} -a ${d.label}` : `tools list ${d.tool}`;
    },
  },
  NO_ACCOUNT_YET: {
    exit: 3,
    message: (d: { tool: string }) => `${d.tool} has no account yet.`,
    hint: (d: { tool: string }) => `tools login ${d.tool} -a LABEL`,
  },
  ACCOUNT_HOME_MISSING: {
    exit: 3,
    message: (d: { tool: string; label: string; home: string }) =>
      `the account directory of ${d.tool}#${d.label} is missing: ${d.home}.`,
    hint: (d: { tool: string; label: string }) =>
      `put it back, or: tools remove ${d.tool}#${d.label} && tools login ${d.tool} -a ${d.label}`,
  },
  ACCOUNT_HOME_UNUSABLE: {
    exit: 6,
    message: (d: { tool: string; label: string; home: string; path: string }) =>
      `${d.path} gives ${d.tool}#${d.label} the directory ${JSON.stringify(d.home)}, which is not an absolute path.`,
    hint: (d: { path: string }) => `write the absolute path into ${d.path}`,
  },
  HOME_SYSTEM_UNKNOWN: {
    exit: 1,
    message: (d: { home: string }) =>
      `${d.home} lies on a share, and nobody knows how whoever reads it there spells its paths: nothing was written into it.`,
    hint: () => 'tools import --help, with a directory of this computer or of a WSL distribution',
  },
  ACCOUNT_HOME_FOREIGN: {
    exit: 6,
    message: (d: { tool: string; label: string; home: string; whose: string }) =>
      `the directory of ${d.tool}#${d.label} leads to ${d.whose}: ${d.home}. Nothing was done in it.`,
    hint: (d: { tool: string; label: string; path: string }) =>
      `give it a directory of its own in ${d.path}, or take the link away; where all this is a copy: tools remove ${d.tool} ${d.label}`,
  },
  NO_ACCOUNT_CHOSEN: {
    exit: 3,
    message: (d: { tool: string }) =>
      `no account chosen: the default account of ${d.tool} was removed or taken away.`,
    hint: (d: { tool: string; labels: readonly string[] }) =>
      `tools use ${d.tool} ${d.labels[0] ?? 'system'} --global`,
  },
  ACCOUNT_VARIABLE_AMBIGUOUS: {
    exit: 2,
    message: (d: { variable: string; tools: readonly string[] }) =>
      `${d.variable} could mean any of: ${d.tools.join(', ')}.`,
    hint: (d: { variable: string }) => `unset ${d.variable}, and use --account`,
  },
};

type LabelFault = keyof typeof labelFaults;

const labelFaults = {
  empty: 'is empty',
  tooLong: 'is too long',
  notNormalized: 'is not in Unicode form NFC',
  character: 'holds a character that a label cannot hold',
  start: 'begins with a dot, a dash or a combining mark',
  end: 'ends with a dot',
  device: 'is a device name on Windows',
  reserved: 'is reserved',
} as const;
