import { typedPath } from './typed-path.ts';

/** Rows of the error table about what binds a directory to an account: links, and files in repositories. */
export const bindingRows = {
  LINK_BROKEN: {
    exit: 3,
    message: (d: { tool: string; directory: string }) =>
      `${d.directory} is linked to an account of ${d.tool} that was removed.`,
    hint: (d: { tool: string; directory: string }) =>
      `tools unlink ${d.tool} --dir ${typedPath(d.directory)}`,
  },
  LINK_NOT_FOUND: {
    exit: 3,
    message: (d: { tool: string; directory: string }) => `${d.directory} has no link for ${d.tool}.`,
    /** `above`: the nearest directory that has one. */
    hint: (d: { tool: string; above?: string | undefined }) =>
      d.above === undefined ? `tools links ${d.tool}` : `tools unlink ${d.tool} --dir ${typedPath(d.above)}`,
  },
  LINK_DIRECTORY_GONE: {
    exit: 1,
    message: (d: { tool: string; label: string; directory: string }) =>
      `${d.directory} is linked to ${d.tool}#${d.label}, and there is no such directory now.`,
    hint: (d: { tool: string; directory: string }) =>
      `tools unlink ${d.tool} --dir ${typedPath(d.directory)}`,
  },
  DIRECTORY_NOT_FOUND: {
    exit: 3,
    message: (d: { path: string }) => `there is no directory ${d.path}.`,
    hint: (d: { command: string }) => `tools help ${d.command}`,
  },
  BINDING_FILE_NOT_FOUND: {
    exit: 3,
    message: (d: { name: string; directory: string }) =>
      `there is no ${d.name} in ${d.directory} or any directory above it.`,
    hint: () => 'tools trust --list',
  },
  BINDING_FILE_DAMAGED: {
    exit: 1,
    message: (d: { path: string; line?: number | undefined; problem: string }) =>
      `${d.path} can't be understood${d.line === undefined ? '' : ` at line ${d.line}`}: ${d.problem}.`,
    hint: (d: { path: string }) => `mend ${d.path}, then: tools trust ${typedPath(d.path)}`,
  },
  BINDING_FILE_UNREADABLE: {
    exit: 1,
    message: (d: { path: string; cause: string }) => `${d.path} can't be read (${d.cause}).`,
    hint: (d: { path: string }) => `ls -ld ${typedPath(d.path)}`,
  },
  BINDING_FILE_CHANGED: {
    exit: 1,
    message: (d: { path: string }) => `${d.path} is not what was trusted: it decides nothing now.`,
    hint: (d: { path: string }) => `tools trust ${typedPath(d.path)}`,
  },
  NOT_TRUSTED: {
    exit: 3,
    message: (d: { path: string }) => `${d.path} was never trusted.`,
    hint: () => 'tools trust --list',
  },
  BOUND_ACCOUNT_MISSING: {
    exit: 3,
    message: (d: { tool: string; path: string; name: string; label: string; isAlias: boolean }) =>
      d.isAlias
        ? `${d.path} names "${d.name}" for ${d.tool}, which your settings make ${d.tool}#${d.label}, and there is no such account.`
        : `${d.path} names "${d.name}" for ${d.tool}, and that is neither an account nor an alias of yours.`,
    /** `instead`: an account that there is. */
    hint: (d: {
      tool: string;
      name: string;
      label: string;
      directory: string;
      instead?: string | undefined;
    }) => {
      if (d.instead === undefined) return `tools login ${d.tool} -a LABEL`;
      return /^[\w@+-]+$/.test(d.name)
        ? `tools settings set aliases.${d.name}.${d.tool} ${d.instead}`
        : `tools link ${d.tool} ${d.instead} --dir ${typedPath(d.directory)}`;
    },
  },
  ALIAS_BROKEN: {
    exit: 1,
    message: (d: { tool: string; alias: string; label: string }) =>
      `the alias "${d.alias}" means ${d.tool}#${d.label}, and there is no such account.`,
    hint: (d: { tool: string; alias: string }) => `tools settings unset aliases.${d.alias}.${d.tool}`,
  },
  REQUIRED_IDENTITY_DIFFERS: {
    exit: 4,
    message: (d: {
      tool: string;
      label: string;
      path: string;
      required: readonly string[];
      found?: string | undefined;
      why?: string | undefined;
    }) =>
      `${d.path} requires ${d.tool} to run as ${d.required.join(' or ')}, and ${d.tool}#${d.label} is ${d.found ?? `not known to be anybody${d.why === undefined ? '' : ` (${d.why})`}`}.`,
    /** `holder`: an account that was recorded as who is required. `variable`: what outranks the login. */
    hint: (d: {
      tool: string;
      label: string;
      holder?: string | undefined;
      variable?: string | undefined;
      canLogIn: boolean;
    }) => {
      if (d.variable !== undefined) return `unset ${d.variable}`;
      if (d.holder !== undefined && d.holder !== d.label) return `tools run ${d.tool} -a ${d.holder}`;
      return `tools login ${d.tool} -a ${d.canLogIn ? d.label : 'LABEL'}`;
    },
  },
};
