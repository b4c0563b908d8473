/** Rows of the error table about logins and keys: made, renewed, looked at and ended. */
export const loginRows = {
  LOGIN_CANCELLED: { exit: 130, message: cancelled, hint: again },
  LOGIN_TERMINATED: { exit: 143, message: cancelled, hint: again },
  LOGIN_HUNG_UP: { exit: 129, message: cancelled, hint: again },
  LOGIN_FAILED: {
    exit: 1,
    message: (d: {
      tool: string;
      label: string;
      code: number;
      said?: string | undefined;
      elsewhere: readonly string[];
    }) =>
      `the login of ${d.tool} for "${d.label}" failed (it ended with ${d.code})${d.said ? `: ${d.said}` : ''}.${changedWords(d.elsewhere)}`,
    hint: again,
  },
  NO_USABLE_CREDENTIAL: {
    exit: 1,
    message: (d: { tool: string; label: string; problem: string; elsewhere: readonly string[] }) =>
      `${d.tool} said that it is done, but there is no usable credential for "${d.label}": ${d.problem}.${changedWords(d.elsewhere)}`,
    hint: again,
  },
  LOGIN_WENT_ELSEWHERE: {
    exit: 1,
    message: (d: { tool: string; label: string; elsewhere: readonly string[] }) =>
      `the login of ${d.tool} for "${d.label}" did not stay in the account's own directory.${changedWords(d.elsewhere)}`,
    hint: (d: { tool: string }) => `tools info ${d.tool}`,
  },
  IDENTITY_ALREADY_HELD: {
    exit: 4,
    message: (d: {
      tool: string;
      label: string;
      found: string;
      holder: string;
      recorded?: string | undefined;
    }) =>
      `${d.found} is already logged in as ${d.tool}#${d.holder}; "${d.label}"${d.recorded === undefined ? '' : `, of ${d.recorded},`} was left as it was.`,
    hint: (d: { tool: string; holder: string }) => `tools run ${d.tool} -a ${d.holder}`,
  },
  KEY_NOT_SUPPORTED: {
    exit: 2,
    message: (d: { tool: string }) => `${d.tool} takes no API key for an account.`,
    hint: (d: { tool: string; label: string }) => `tools login ${d.tool} -a ${d.label}`,
  },
  ACCOUNT_KIND_FIXED: {
    exit: 2,
    message: (d: { tool: string; label: string; kind: 'login' | 'key' }) =>
      d.kind === 'key'
        ? `${d.tool}#${d.label} holds an API key; it has no login of the tool's own.`
        : `${d.tool}#${d.label} uses the tool's own login and can't hold a key of ours.`,
    hint: (d: { tool: string; label: string; kind: 'login' | 'key' }) =>
      d.kind === 'key'
        ? `tools login ${d.tool} -a ${d.label} --with-api-key`
        : `tools login ${d.tool} -a ${d.label}`,
  },
  NOT_LOGGED_IN: {
    exit: 4,
    message: (d: { tool: string; label: string }) => `nobody is logged in to ${d.tool}#${d.label}.`,
    /** `instead`: an account of ours, where the one without a login is `system`. */
    hint: (d: { tool: string; label: string; isKey?: boolean; instead?: string | undefined }) => {
      if (d.isKey === true) return `tools login ${d.tool} -a ${d.label} --with-api-key`;
      if (d.label !== 'system') return `tools login ${d.tool} -a ${d.label}`;
      return d.instead === undefined ? `tools run ${d.tool} -a system` : `tools use ${d.tool} ${d.instead}`;
    },
  },
  LOGIN_UNCLEAR: {
    exit: 4,
    message: (d: { tool: string; label: string; reason: string }) =>
      `it is not clear who ${d.tool}#${d.label} is: ${d.reason}.`,
    hint: (d: { tool: string; label: string }) => `tools login ${d.tool} -a ${d.label}`,
  },
  KEY_INPUT_UNUSABLE: {
    exit: 2,
    message: (d: { problem: 'empty' | 'lines' | 'characters' | 'length' | 'terminal' }) =>
      `no key came on stdin: ${keyProblems[d.problem]}.`,
    hint: (d: { command: string }) => `printenv API_KEY | tools ${d.command} … --with-api-key`,
  },
  LOGIN_NOT_MERGEABLE: {
    exit: 7,
    message: (d: { tool: string; label: string; path: string; problem: string }) =>
      `the new login of ${d.tool}#${d.label} can't be put into ${d.path} (${d.problem}); the old one is unchanged.`,
    hint: (d: { path: string }) => `mend ${d.path}, or move it away`,
  },
  LOGIN_NOT_RENEWABLE: {
    exit: 1,
    message: (d: { tool: string; label: string }) =>
      `what a login of ${d.tool} consists of is not known here, so a new one can't take the place of that of ${d.tool}#${d.label}, which is unchanged.`,
    /** `command`: the tool's own login, to be run where the old one is. */
    hint: (d: { tool: string; label: string; command?: readonly string[] | undefined }) =>
      d.command
        ? `tools exec ${d.tool} -a ${d.label} -- ${d.command.join(' ')}`
        : `tools run ${d.tool} -a ${d.label}`,
  },
  LOGIN_NOT_CARRIED: {
    exit: 7,
    message: (d: { tool: string; label: string; plugin: string; why: string; trash: string }) =>
      `the plugin "${d.plugin}" did not carry the new login of ${d.tool}#${d.label} into its home: ${d.why}. It is not in force, and lies in ${d.trash}.`,
    hint: again,
  },
  ACCOUNT_RUNNING: {
    exit: 5,
    message: (d: { tool: string; label: string; who: readonly string[] }) =>
      `${d.tool}#${d.label} is in use by ${d.who.join(', ')}.`,
    hint: () => 'end it, then try again',
  },
  DAEMON_OUTDATED: {
    exit: 5,
    message: (d: { tool: string; label: string; what: string; pid: number; who: readonly string[] }) =>
      `${d.what} (process ${d.pid}) of ${d.tool}#${d.label} was started before its login was last written, and may still use the one before; it is not stopped while the account is in use by ${d.who.join(', ')}.`,
    hint: () => 'end that, then try again: then it is stopped first',
  },
  LOGIN_UNDER_WAY: {
    exit: 5,
    message: (d: { tool: string; label: string; pid: number; since: string }) =>
      `a login of ${d.tool}#${d.label} is under way (process ${d.pid}, since ${d.since}).`,
    hint: () => 'finish or cancel it, then try again',
  },
  LOGOUT_FAILED: {
    exit: 1,
    message: (d: { tool: string; label: string; problem: string }) =>
      `${d.tool}#${d.label} is still logged in: ${d.problem}.`,
    hint: (d: { tool: string; label: string }) => `tools remove ${d.tool} -a ${d.label}`,
  },
};

function cancelled(d: { tool: string; label: string }): string {
  return `the login of ${d.tool} for "${d.label}" was cancelled; nothing was kept of it.`;
}

function again(d: { tool: string; label: string }): string {
  return `tools login ${d.tool} -a ${d.label}`;
}

function changedWords(paths: readonly string[]): string {
  return paths.length === 0 ? '' : ` It changed ${paths.join(', ')}, which we leave as it is now.`;
}

const keyProblems = {
  empty: 'there is nothing',
  lines: 'it has more than one line',
  characters: 'it holds a blank, a control character or one outside ASCII',
  length: 'it is too long',
  terminal: 'it is a terminal on which nobody can be asked',
};
