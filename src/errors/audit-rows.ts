import { typedPath } from './typed-path.ts';

/** Rows of the error table about what an audit finds; nothing throws them to the user. */
export const auditRows = {
  CREDENTIAL_IN_TWO_STORES: {
    exit: 1,
    message: (d: { paths: readonly string[] }) =>
      `one credential lies in ${d.paths.join(' and in ')}: when one of them renews it, the other is stale.`,
    hint: (d: { tool: string; label: string }) => `tools login ${d.tool} -a ${d.label}`,
  },
  CREDENTIAL_ASTRAY: {
    exit: 1,
    message: (d: { path: string; store: string }) =>
      `${d.path} holds a credential that belongs in ${d.store} alone.`,
    hint: (d: { path: string }) => `vi ${typedPath(d.path)}`,
  },
  CREDENTIAL_SHARED: {
    exit: 1,
    message: (d: { tool: string; path: string; pointer?: string | undefined }) =>
      `${d.path} is shared by accounts of ${d.tool}, and holds what looks like a credential${d.pointer ? ` at ${d.pointer}` : ''}.`,
    hint: (d: { path: string }) => `vi ${typedPath(d.path)}`,
  },
  KEY_SHARED: {
    exit: 1,
    message: (d: { tool: string; path: string; pointer: string; what: string }) =>
      `${d.path} is shared by accounts of ${d.tool}, and holds ${d.pointer}, which is ${d.what}.`,
    hint: (d: { path: string }) => `vi ${typedPath(d.path)}`,
  },
  SHARED_BY_MISTAKE: {
    exit: 1,
    message: (d: { tool: string; path: string; what: keyof typeof mistakes }) =>
      `${d.path} is where accounts of ${d.tool} share, and ${mistakes[d.what]}.`,
    hint: (d: { path: string }) => `mv ${typedPath(d.path)} ~`,
  },
  LINK_LEADS_ASTRAY: {
    exit: 1,
    message: (d: { path: string; to: string; whose: string }) =>
      `${d.path} leads to ${d.to}, which belongs to ${d.whose}.`,
    hint: (d: { path: string }) => `rm ${typedPath(d.path)}`,
  },
  IDENTITY_LINKED: {
    exit: 1,
    message: (d: { path: string; to: string; tool: string; label: string }) =>
      `${d.path} says who ${d.tool}#${d.label} is, and is a link to ${d.to}.`,
    hint: (d: { path: string }) => `rm ${typedPath(d.path)}`,
  },
  GUARD_NOT_SHARED: {
    exit: 1,
    message: (d: { tool: string; label: string; path: string; guard: string }) =>
      `${d.tool}#${d.label} shares ${d.path} and not ${d.guard}, which keeps two accounts from writing it at once.`,
    hint: remedy,
  },
  RETENTION_NOT_IN_FORCE: {
    exit: 1,
    message: (d: { tool: string; label: string; path: string; pointer: string }) =>
      `${d.path} lacks ${d.pointer}, without which ${d.tool}#${d.label} deletes what others share.`,
    hint: remedy,
  },
};

/** What puts the links and the settings of a home right. */
function remedy(d: { tool: string; label: string; by: 'run' | 'share on' | 'adopt' }): string {
  // It is joined already: only an adoption sets its own settings.
  if (d.by === 'adopt') return `tools adopt ${d.tool} --undo && tools adopt ${d.tool} --set-retention`;
  return `tools ${d.by} ${d.tool} -a ${d.label}`;
}

const mistakes = {
  identity: 'belongs to one account',
  disposable: 'is of use to one account only',
  unknown: 'no descriptor says that it may be shared',
  unplanned: 'nobody planned that it is',
  homePaths: 'holds paths of one home',
};
