import * as words from './descriptor-words.ts';
import { relocation } from './relocation-shape.ts';
import { flag, integer, list, literal, named, nullable, object, record } from './shape-makers.ts';
import { anywhere, assertedFormat, fileValue, jsonValue, perPlatform, platform } from './shape-parts.ts';

/** The one description of a descriptor: the validator, the JSON Schema and the type test are made from it. */

const executable = object(
  { names: list(words.programName, { min: 1, max: 16, unique: true }) },
  {
    npmPackage: words.npmPackage,
    native: list(object({ platform, arch: words.programName, path: words.relativePath }, {}), { max: 32 }),
    versionArgs: words.argv,
    versionFrom: literal('output', 'package'),
    knownPaths: perPlatform(list(words.programPath, { max: 32 })),
    supported: object({}, { min: words.version, below: words.version }),
  },
  [
    { field: 'native', needs: ['npmPackage'] },
    { field: 'versionFrom', values: ['package'], needs: ['npmPackage'] },
    { field: 'versionFrom', values: ['output'], needs: ['versionArgs'] },
  ],
);

const toolLock = object(
  {
    file: words.relativePath,
    lock: words.relativePath,
    kind: literal('directory', 'file'),
    staleAfter: integer(1, 86_400_000),
  },
  anywhere,
);

const loginPart = object(
  { ...fileValue, format: literal('json', 'jsonc', 'toml', 'dotenv', 'binary') },
  { ...anywhere, usable: list(words.pointer, { min: 1, max: 32, unique: true }) },
);

const retention = object(
  {
    ...fileValue,
    format: assertedFormat,
    governs: list(words.relativePath, { min: 1, max: 64, unique: true }),
    safe: jsonValue,
  },
  anywhere,
);

const daemon = object(
  { what: words.line },
  {
    pidFile: words.relativePath,
    socket: words.relativePath,
    stopArgv: words.argv,
    updaterPidFile: words.relativePath,
  },
);

const commands = object(
  {},
  {
    login: words.argv,
    loginWithApiKey: words.argv,
    logout: words.argv,
    status: object(
      {
        argv: words.argv,
        loggedIn: list(integer(0, 255), { min: 1, max: 16, unique: true }),
        loggedOut: list(integer(0, 255), { max: 16, unique: true }),
        offline: flag(),
      },
      {},
    ),
    update: words.argv,
  },
);

const environment = object(
  {},
  {
    outranks: words.variableNames,
    outranksInSettings: list(object(fileValue, anywhere), { max: 64 }),
    sessionMarkers: words.variableNames,
    apiKey: words.variableNames,
    set: record(words.variableName, words.line, 64),
    setWhenManaged: record(words.variableName, words.line, 64),
  },
);

const keyRule = object(
  { pointer: words.pointer, class: literal('identity', 'shared', 'disposable') },
  { merge: literal('value', 'map', 'set', 'grow', 'private'), dropsDefaults: flag() },
  [{ field: 'class', values: ['shared'], needs: ['merge'] }],
);

const pathClass = literal('identity', 'shared', 'disposable', 'mixed');

const pathFact = object(
  { path: words.pathPattern, class: pathClass, kind: literal('file', 'directory') },
  {
    ...anywhere,
    format: literal('json', 'jsonc', 'toml', 'yaml', 'dotenv', 'text', 'binary'),
    rules: list(keyRule, { max: 256 }),
    secret: flag(),
    holdsAbsolutePaths: flag(),
    linkSafe: flag(),
    guardedBy: list(words.relativePath, { min: 1, max: 16, unique: true }),
    discloses: words.line,
  },
  [{ field: 'class', values: ['mixed'], needs: ['format'] }],
);

const claim = named('claim', object({ pointer: words.pointer }, { jwt: words.pointer }));

const identitySource = object(
  { file: words.relativePath, format: literal('json', 'jsonc', 'toml', 'dotenv') },
  {
    ...anywhere,
    subject: claim,
    organization: claim,
    organizationName: claim,
    email: claim,
    plan: claim,
    key: claim,
  },
);

const keychainItem = object(
  { platform, service: words.line, account: words.line },
  { systemService: words.line, only: literal('system') },
);

const execution = object(
  { profile: literal('one_shot_command', 'session_bound_command', 'persistent_process') },
  {
    headless: words.argv,
    resume: words.argv,
    protocol: object({ name: words.shortLine, argv: words.argv }, {}),
    sessionsPortable: flag(),
  },
);

const surface = object(
  {
    name: words.line,
    kind: literal('vscode', 'jetbrains', 'desktop', 'library'),
    account: literal('terminal', 'environment', 'own'),
  },
  {
    extension: words.extensionId,
    npmPackage: words.npmPackage,
    variables: object({ setting: words.settingName, form: literal('list', 'map') }, {}),
    note: words.line,
  },
);

const lifecycle = object(
  { stage: literal('current', 'deprecated', 'retired') },
  { reason: words.line, successor: words.toolId },
  [{ field: 'stage', values: ['deprecated', 'retired'], needs: ['reason'] }],
);

const evidence = object(
  { fact: words.line, how: literal('observed', 'source', 'documented', 'inferred'), date: words.date },
  { version: words.shortLine, source: words.line },
);

export const descriptorShape = object(
  { id: words.toolId, displayName: words.shortLine },
  {
    configDirectoryName: words.relativePath,
    configDirEnvVar: nullable(words.variableName),
    authLoginCommand: nullable(words.argv),
    installCommand: nullable(words.argv),
    sessionSubdirectories: list(words.relativePath, { max: 64, unique: true }),
    ansiColor: words.colour,
    description: words.line,
    homepage: words.webAddress,
    executable,
    relocation,
    locks: list(toolLock, { max: 64 }),
    login: list(loginPart, { max: 32 }),
    retention: list(retention, { max: 32 }),
    daemons: list(daemon, { max: 16 }),
    birthmarks: list(object(fileValue, anywhere), { max: 16 }),
    rereads: flag(),
    live: list(
      object(
        { directory: words.relativePath, files: words.fileNamePattern, pointer: words.pointer },
        anywhere,
      ),
      { max: 8 },
    ),
    commands,
    environment,
    directories: list(pathFact, { max: 512 }),
    identity: list(identitySource, { max: 16 }),
    keychain: list(keychainItem, { max: 16 }),
    execution,
    surfaces: list(surface, { max: 32 }),
    capabilities: list(words.capability, { max: 64, unique: true }),
    lifecycle,
    evidence: list(evidence, { max: 512 }),
    /** Derived; only a registered tool that is registered again has them. */
    supportsSetup: flag(),
    coloredTag: words.taggedId,
  },
);
