import { typedPath } from './typed-path.ts';

/** Rows of the error table about what an examination finds; nothing throws them to the user. */
export const doctorRows = {
  MODE_TOO_WIDE: {
    exit: 1,
    message: (d: { path: string; mode: string; wanted: string }) =>
      `${d.path} has mode ${d.mode}: others can look into it.`,
    hint: (d: { path: string; wanted: string }) => `chmod ${d.wanted} ${typedPath(d.path)}`,
  },
  IDENTITY_SHARED: {
    exit: 1,
    message: (d: { tool: string; labels: readonly string[]; who: string }) =>
      `${d.labels.map((label) => `${d.tool}#${label}`).join(' and ')} are one login: ${d.who}.`,
    hint: (d: { tool: string; labels: readonly string[] }) =>
      `tools remove ${d.tool} -a ${d.labels.at(-1) ?? ''}`,
  },
  PENDING_DEAD: {
    exit: 1,
    message: (d: { tool: string; id: string; path: string }) =>
      `${d.path} is left of an account of ${d.tool} that was never finished.`,
    hint: (d: { tool: string; label?: string | undefined }) =>
      `tools login ${d.tool} -a ${d.label ?? 'LABEL'}`,
  },
  LOCK_DEAD: {
    exit: 1,
    message: (d: { path: string; pid: number; since: string }) =>
      `${d.path} is the lock of process ${d.pid}, which ended (held since ${d.since}).`,
    hint: () => 'the next command that needs it takes it over',
  },
  LOCK_EMPTY: {
    exit: 1,
    message: (d: { path: string }) => `${d.path} is left of a lock that nobody holds.`,
    hint: () => 'the next command that needs it takes it away',
  },
  TOOL_FILE_DANGLING: {
    exit: 1,
    message: (d: { tool: string; label: string; path: string; to: string }) =>
      `${d.path} of ${d.tool}#${d.label} is a link to ${d.to}, which is not there.`,
    hint: (d: { path: string }) => `rm ${typedPath(d.path)}, or put its target back`,
  },
  TOOL_FILE_STALE: {
    exit: 1,
    message: (d: { tool: string; path: string; read: string }) =>
      `${d.tool} does not read ${d.path}: without its variable it reads ${d.read}.`,
    hint: (d: { path: string }) => `mv ${typedPath(d.path)} ${typedPath(`${d.path}.old`)}`,
  },
  LABEL_CLAIM_STRAY: {
    exit: 1,
    message: (d: { path: string; tool: string; account?: string | undefined }) =>
      d.account === undefined
        ? `${d.path} claims a label for no account.`
        : `${d.tool}#${d.account} is not claimed by ${d.path}.`,
    hint: (d: { path: string; account?: string | undefined; id?: string | undefined }) =>
      d.account === undefined ? `rm ${typedPath(d.path)}` : `printf '${d.id}\\n' > ${typedPath(d.path)}`,
  },
  INSTALLATION_UNFINISHED: {
    exit: 1,
    message: (d: { path: string }) => `${d.path} was to become an installation, and did not.`,
    hint: (d: { tool: string; name: string }) => `tools installations remove ${d.tool} ${d.name}`,
  },
  ISOLATION_NOT_SHOWN: {
    exit: 1,
    message: (d: { tool: string }) =>
      `${d.tool}: isolation not shown; no evidence says that its variables keep two accounts apart.`,
    hint: (d: { tool: string }) => `tools info ${d.tool}`,
  },
  SETTING_NOT_IN_FORCE: {
    exit: 1,
    message: (d: { tool: string; label: string; path: string }) =>
      `${d.path} lacks a setting that keeps ${d.tool}#${d.label} apart; the next launch writes it.`,
    hint: (d: { tool: string; label: string }) => `tools run ${d.tool} -a ${d.label}`,
  },
  VARIABLE_STALE: {
    exit: 1,
    message: (d: { name: string; value: string; problem: 'missing' | 'tool' | 'account' }) =>
      `the variable ${d.name}=${d.value} ${variableProblems[d.problem]}.`,
    hint: (d: { name: string; tool?: string | undefined }) =>
      d.tool === undefined ? `unset ${d.name}` : `eval "$(tools env ${d.tool} --unset)"`,
  },
  LITTER_LEFT: {
    exit: 1,
    message: (d: { path: string }) => `${d.path} is left of something that was never finished.`,
    hint: () => 'tools doctor --fix',
  },
  CHANGE_CUT_OFF: {
    exit: 1,
    message: (d: { verb: string; tool: string | null; at: string }) =>
      `"${d.verb}${d.tool === null ? '' : ` ${d.tool}`}" of ${d.at} was cut off, or failed.`,
    hint: (d: { id: string }) => `tools undo ${d.id}`,
  },
  SHELL_BLOCK_OLD: {
    exit: 1,
    message: (d: { path: string }) => `${d.path} has lines of ours of an older form.`,
    hint: (d: { shell: string }) => `tools init ${d.shell} --write`,
  },
};

const variableProblems = {
  missing: 'names a directory that is not there',
  tool: 'chooses an account of no known tool',
  account: 'chooses an account that is not there',
};
