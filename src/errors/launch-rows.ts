import { typedPath } from './typed-path.ts';

/** Rows of the error table about starting a tool under an account. */
export const launchRows = {
  TOOL_NOT_ISOLATABLE: {
    exit: 1,
    message: (d: { tool: string; reason: string }) =>
      `${d.tool} can't be given a home of its own: ${d.reason}.`,
    hint: (d: { tool: string }) => `tools info ${d.tool}`,
  },
  OUR_FOLDER_UNKNOWN: {
    exit: 1,
    message: (d: { inside: string }) =>
      `AI_TOOLS_HOME is not set, and our folder would be looked for inside the account home ${d.inside}.`,
    hint: (d: { folder: string }) => `export AI_TOOLS_HOME=${d.folder}`,
  },
  IDENTITY_MISMATCH: {
    exit: 4,
    message: (d: {
      tool: string;
      label: string;
      recorded: string;
      found: string;
      holder?: string | undefined;
    }) =>
      `${d.tool}#${d.label} belongs to ${d.recorded}, but the login is ${d.found}${d.holder ? `, which is the account ${d.tool}#${d.holder}` : ''}.`,
    /** `keyFrom`: the secret reference that was to take the place of a key. */
    hint: (d: {
      tool: string;
      label: string;
      holder?: string | undefined;
      isKey?: boolean | undefined;
      keyFrom?: string | undefined;
    }) => {
      if (d.holder) return `tools run ${d.tool} -a ${d.holder}`;
      const key = d.keyFrom === undefined ? '--with-api-key' : `--secret-ref '${d.keyFrom}'`;
      return `tools login ${d.tool} -a ${d.label}${d.isKey ? ` ${key} --yes` : ''}`;
    },
  },
  ORGANIZATION_CHANGED: {
    exit: 4,
    message: (d: { tool: string; label: string; recorded: string; found: string }) =>
      `${d.tool}#${d.label} was in ${d.recorded}, and its login is now in ${d.found}.`,
    hint: (d: { tool: string; label: string }) => `tools account confirm ${d.tool}#${d.label}`,
  },
  IDENTITY_CONFLICT: {
    exit: 4,
    message: (d: { tool: string; label: string; files: readonly string[]; values: readonly string[] }) =>
      `two files of ${d.tool}#${d.label} disagree about who is logged in: ${d.files.map((file, i) => `${file} says ${d.values[i]}`).join(', ')}.`,
    hint: (d: { tool: string; label: string }) => `tools login ${d.tool} -a ${d.label}`,
  },
  LEAK_FOUND: {
    exit: 4,
    message: (d: {
      tool: string;
      label: string;
      path: string;
      key?: string | undefined;
      problem?: string | undefined;
    }) =>
      d.problem
        ? `${d.path} can't be looked at (${d.problem}), and a login in it would be used instead of ${d.tool}#${d.label}.`
        : `${d.key ? `${d.key} in ` : ''}${d.path} would be used instead of the login of ${d.tool}#${d.label}.`,
    hint: (d: { wayOut: string }) => d.wayOut,
  },
  TOOL_FILE_DAMAGED: {
    exit: 6,
    message: (d: { path: string; offset: number | undefined; problem: string }) =>
      `${d.path} is damaged${d.offset === undefined ? '' : ` at byte ${d.offset}`} (${d.problem}) and was left as it is.`,
    hint: (d: { path: string }) => `mend ${d.path}, or move it away`,
  },
  TOOL_FILE_UNREADABLE: {
    exit: 1,
    message: (d: { path: string; cause: string }) => `${d.path} can't be read (${d.cause}).`,
    hint: (d: { path: string }) => `ls -ld ${typedPath(d.path)}`,
  },
  KEY_NOT_REVEALED: {
    exit: 2,
    message: (d: { tool: string; label: string }) =>
      `${d.tool}#${d.label} holds an API key, which is printed only when you ask for it.`,
    hint: (d: { tool: string; label: string }) => `tools env ${d.tool} -a ${d.label} --reveal`,
  },
  KEY_MISSING: {
    exit: 4,
    message: (d: { tool: string; label: string; path: string }) =>
      `${d.tool}#${d.label} is an account that holds a key, and there is neither one in ${d.path} nor a reference to one (--secret-ref).`,
    hint: (d: { tool: string; label: string }) => `tools login ${d.tool} -a ${d.label} --with-api-key`,
  },
  LAUNCH_LOOP: {
    exit: 126,
    message: (d: { tool: string; file: string; times: number }) =>
      `${d.file} was started ${d.times} times within itself: it calls us to start ${d.tool}, and we start it.`,
    hint: (d: { tool: string }) => `tools which ${d.tool} --all`,
  },
  LAUNCH_REFUSED_BY_PLUGIN: {
    exit: 4,
    message: (d: { tool: string; label: string; plugin: string; why: string }) =>
      `the plugin "${d.plugin}" refused the start of ${d.tool}#${d.label}: ${d.why}.`,
    hint: (d: { plugin: string }) => `tools plugin info ${d.plugin}`,
  },
  RUN_HOOK_STOPPED: {
    exit: 1,
    message: (d: { tool: string; label: string; plugin: string; why: string }) =>
      `the plugin "${d.plugin}" is asked before each start and failed, so ${d.tool}#${d.label} was not started: ${d.why}.`,
    hint: (d: { plugin: string }) => `tools plugin info ${d.plugin}`,
  },
};
