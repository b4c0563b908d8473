import type { ProcessMark } from '../platform/index.ts';
import { isRecord } from '../platform/index.ts';
import type {
  AccountFile,
  DefaultFile,
  InstallationFile,
  LinksFile,
  PendingFile,
  PluginConfigFile,
  PluginFile,
  PluginSecretsFile,
  PluginStateFile,
  RootRecordFile,
  SecretFile,
  SettingsFile,
  SharedRootFile,
  SharingChoice,
  ShellFilesFile,
  StoredIdentity,
  StoredProgram,
  TrustFile,
} from './stored-files.ts';

// By hand and cheaply: every start reads some of these files.

export const isProcessMark = (value: unknown): value is ProcessMark =>
  isRecord(value) &&
  Number.isSafeInteger(value.pid) &&
  (value.startedAt === null || isText(value.startedAt)) &&
  isText(value.boot) &&
  isText(value.machine);

export const isAccountFile = (value: unknown): value is AccountFile =>
  isRecord(value) &&
  ['id', 'tool', 'label', 'createdAt', 'home', 'root', 'installation'].every((name) =>
    isFilled(value[name]),
  ) &&
  (value.kind === 'login' || value.kind === 'key') &&
  (value.keyFrom === undefined || isFilled(value.keyFrom)) &&
  (value.identity === null || isIdentity(value.identity)) &&
  isRecord(value.environment) &&
  Object.values(value.environment).every(isText) &&
  (value.sharing === undefined || isSharingChoice(value.sharing));

export const isPendingFile = (value: unknown): value is PendingFile =>
  isRecord(value) && isFilled(value.label) && isFilled(value.startedAt) && isProcessMark(value.process);

export const isSecretFile = (value: unknown): value is SecretFile => isRecord(value) && isFilled(value.key);

export const isDefaultFile = (value: unknown): value is DefaultFile =>
  isRecord(value) && (value.account === null || isFilled(value.account)) && isFilled(value.at);

export const isInstallationFile = (value: unknown): value is InstallationFile =>
  isRecord(value) &&
  ['tool', 'name', 'root'].every((name) => isFilled(value[name])) &&
  isStoredProgram(value.program);

export function isStoredProgram(value: unknown): value is StoredProgram {
  if (!isRecord(value)) return false;
  const isAbsentOr = (check: (field: unknown) => boolean, field: unknown) =>
    field === undefined || check(field);
  if (value.kind === 'path') return isAbsentOr(isFilled, value.file);
  return (
    value.kind === 'managed' &&
    isFilled(value.version) &&
    typeof value.pinned === 'boolean' &&
    [value.tag, value.previous].every((field) => isAbsentOr(isFilled, field))
  );
}

export const isSharedRootFile = (value: unknown): value is SharedRootFile =>
  isRecord(value) &&
  isFilled(value.id) &&
  isFilled(value.salt) &&
  (value.newcomers === undefined || value.newcomers === 'share' || value.newcomers === 'private');

export const isRootRecordFile = (value: unknown): value is RootRecordFile =>
  isRecord(value) && isFilled(value.id);

export const isLinksFile = (value: unknown): value is LinksFile =>
  isRecord(value) &&
  isRecord(value.links) &&
  Object.values(value.links).every((tools) => isRecord(tools) && Object.values(tools).every(isFilled));

export const isShellFilesFile = (value: unknown): value is ShellFilesFile =>
  isRecord(value) && isRecord(value.files) && Object.values(value.files).every(isFilled);

export const isTrustFile = (value: unknown): value is TrustFile =>
  isRecord(value) &&
  isRecord(value.files) &&
  Object.values(value.files).every((file) => isRecord(file) && isFilled(file.hash) && isFilled(file.at));

export const isSettingsFile = (value: unknown): value is SettingsFile => isRecord(value);

const pluginKinds: readonly unknown[] = ['data', 'module', 'program'];
const pluginSources: readonly unknown[] = ['settings', 'installed', 'linked', 'project'];

export const isPluginFile = (value: unknown): value is PluginFile =>
  isRecord(value) &&
  isFilled(value.id) &&
  pluginKinds.includes(value.kind) &&
  isRecord(value.source) &&
  pluginSources.includes(value.source.how) &&
  isFilled(value.source.path) &&
  (value.version === null || isFilled(value.version)) &&
  typeof value.enabled === 'boolean' &&
  (value.confirmed === null || isConfirmation(value.confirmed)) &&
  isFilled(value.linkedAt);

export const isPluginStateFile = (value: unknown): value is PluginStateFile =>
  isRecord(value) && isRecord(value.values);

export const isPluginConfigFile = (value: unknown): value is PluginConfigFile =>
  isRecord(value) && isRecord(value.values);

export const isPluginSecretsFile = (value: unknown): value is PluginSecretsFile => {
  if (!isRecord(value) || !isRecord(value.values) || !isRecord(value.references)) return false;
  const { values, references } = value;
  return (
    [values, references].every((record) => Object.values(record).every(isText)) &&
    Object.keys(values).every((key) => !Object.hasOwn(references, key))
  );
};

const identityTexts = [
  'subject',
  'organization',
  'organizationName',
  'email',
  'plan',
  'keyFingerprint',
  'keySource',
  'toldBy',
];

function isIdentity(value: unknown): value is StoredIdentity {
  return (
    isRecord(value) &&
    isFilled(value.asOf) &&
    identityTexts.every((name) => value[name] === undefined || isText(value[name]))
  );
}

function isConfirmation(value: unknown): value is NonNullable<PluginFile['confirmed']> {
  return (
    isRecord(value) &&
    pluginKinds.includes(value.kind) &&
    isFilled(value.path) &&
    Array.isArray(value.permissions) &&
    value.permissions.every(isText) &&
    isText(value.digest) &&
    isFilled(value.at)
  );
}

function isSharingChoice(value: unknown): value is SharingChoice {
  return (
    isRecord(value) &&
    typeof value.on === 'boolean' &&
    Array.isArray(value.except) &&
    value.except.every(isText)
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFilled = (value: unknown): value is string => isText(value) && value !== '';
