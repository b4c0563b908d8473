/**
 * What a tool is, as data. A `ToolDescriptor` is what somebody declares; `AITool` is what the registry
 * returns: a frozen copy with the defaults filled in.
 *
 * Every field but `id` and `displayName` is optional, and absent when unknown: nothing is guessed.
 * All of it is plain JSON. Bounds and patterns live in `descriptor-shape.ts`, which the validator and the
 * published JSON Schema are both made from.
 */
export interface ToolDescriptor<Id extends string = string> {
  /** The name under which the tool is registered; also a path segment and a line of a record. */
  readonly id: Id;
  /** The name people read. */
  readonly displayName: string;
  /** The tool's own directory, relative to the user's home. Default: `.` + id. */
  readonly configDirectoryName?: string;
  /** The variable that IS the tool's directory, if one is. Default: null. */
  readonly configDirEnvVar?: string | null;
  /** The tool's own login command. Default: null, the first interactive launch is the login. */
  readonly authLoginCommand?: readonly string[] | null;
  /** How a person would install it. Default: null. */
  readonly installCommand?: readonly string[] | null;
  /** Directories of the tool's directory that hold sessions. Default: []. */
  readonly sessionSubdirectories?: readonly string[];
  /** An SGR sequence that opens the tool's colour. Default: "". */
  readonly ansiColor?: string;

  /** One sentence for lists. */
  readonly description?: string;
  /** An https address. */
  readonly homepage?: string;
  readonly executable?: Executable;
  readonly relocation?: Relocation;
  readonly locks?: readonly ToolLock[];
  /** What a login owns: a re-login overlays these parts and nothing else. */
  readonly login?: readonly LoginPart[];
  readonly retention?: readonly Retention[];
  readonly daemons?: readonly Daemon[];
  /** Values that tell a file from a remade one (see the merge). */
  readonly birthmarks?: readonly FileValue[];
  /** The tool reads its mixed file again before each save. */
  readonly rereads?: boolean;
  /** Where the tool lists its own running sessions: one JSON file a session. */
  readonly live?: readonly LiveList[];
  readonly commands?: ToolCommands;
  readonly environment?: EnvironmentFacts;
  /** The classification. Absent: `sessionSubdirectories` are shared, all else is identity. */
  readonly directories?: readonly PathFact[];
  /** Where a home says who is logged in, smallest file first. */
  readonly identity?: readonly IdentitySource[];
  readonly keychain?: readonly KeychainItem[];
  readonly execution?: ExecutionFacts;
  /** What else uses the tool or its login: editors, desktop apps, libraries. */
  readonly surfaces?: readonly Surface[];
  /** Exact capability names, e.g. `headless`, `acp`, `resume`. */
  readonly capabilities?: readonly string[];
  readonly lifecycle?: Lifecycle;
  /** Where each fact was learned. */
  readonly evidence?: readonly Evidence[];
}

/** As `process.platform` of Node calls it. */
export type Platform = 'linux' | 'darwin' | 'win32';
/**
 * Whose a path is. `identity`: one account's alone; `shared`: may be the same for all accounts of a root;
 * `disposable`: nobody misses it; `mixed`: a file whose keys have classes of their own.
 */
export type PathClass = 'identity' | 'shared' | 'disposable' | 'mixed';
/** How a file is read. `text` and `binary` are never looked into. */
export type FileFormat = 'json' | 'jsonc' | 'toml' | 'yaml' | 'dotenv' | 'text' | 'binary';
/**
 * Which of the tool's directories a path is relative to: its config directory, the home it was given, or a
 * further root where a tool has several.
 */
export type PathRoot = 'config' | 'home' | 'data' | 'state' | 'cache';
/** argv; the first word is one of `executable.names`. */
export type Argv = readonly string[];

/** The program: how it is found, and which version of it the facts hold for. */
export interface Executable {
  /** Command names, the preferred one first. */
  readonly names: readonly string[];
  /** The npm package that brings it. */
  readonly npmPackage?: string;
  /**
   * Programs to start instead of the package's launcher, relative to the `node_modules` that holds the
   * package: some launchers orphan the real program when they are ended.
   */
  readonly native?: readonly NativeProgram[];
  /** Arguments that print the version. Absent: never run for its version. */
  readonly versionArgs?: readonly string[];
  /** `output`: the first x.y.z it prints; `package`: package.json of the npm package (slow or littering programs). */
  readonly versionFrom?: 'output' | 'package';
  /** Absolute paths (or `{userHome}/…`) outside PATH where installers put it. */
  readonly knownPaths?: Partial<Readonly<Record<Platform, readonly string[]>>>;
  /** Versions these facts hold for: `min` included, `below` excluded. */
  readonly supported?: { readonly min?: string; readonly below?: string };
}

/** The real program of a package on one kind of computer. */
export interface NativeProgram {
  readonly platform: Platform;
  /** `process.arch` of Node. */
  readonly arch: string;
  readonly path: string;
}

/**
 * How a home is given to the tool. Values are templates over `{home}`, `{shared}`, `{userHome}`; what they
 * become is absolute, normalised, without a trailing slash, and the same string for ever.
 */
export interface Relocation {
  /** One variable, the parent of the tool's directory, several variables, or HOME itself. */
  readonly shape: 'variable' | 'parent' | 'set' | 'home' | 'none';
  /** Variables that belong to this tool alone: removed for everybody else. */
  readonly own?: Readonly<Record<string, string>>;
  /** Variables that others use too: taken back only while the value in force is ours. */
  readonly borrowed?: Readonly<Record<string, string>>;
  /** Values that complete the isolation: owned by the home, asserted at every launch, never merged. */
  readonly settings?: readonly SettingAssertion[];
  /** Where inside the home the tool's own directory lies. Default: "" (the home is it). */
  readonly configDir?: string;
  /** Where inside the home the further roots lie: a path for each root that a tool has. */
  readonly roots?: Partial<Readonly<Record<Exclude<PathRoot, 'config' | 'home'>, string>>>;
  /** Where things lie for the account `system`, if not under `{userHome}/<configDirectoryName>`. */
  readonly system?: {
    /** Templates over `{userHome}`, `{xdgConfig}`, `{xdgData}`, `{xdgState}`, `{xdgCache}`. */
    readonly roots?: Partial<Readonly<Record<PathRoot, string>>>;
    /** Single files that lie elsewhere: path relative to the config directory → template. */
    readonly files?: Readonly<Record<string, string>>;
  };
  /** For shape `home`: entries of the user's home that are linked back into the account's. */
  readonly linksBack?: readonly string[];
  readonly isolation: 'complete' | 'partial' | 'none';
  /** Why isolation is not complete. */
  readonly reason?: string;
  readonly leaks?: readonly Leak[];
  /** What our variables change for the tool's own children. */
  readonly sideEffects?: readonly string[];
}

/** A value that has to stand in a file of every home. */
export interface SettingAssertion extends FileValue {
  readonly format: 'json' | 'jsonc' | 'toml';
  /** Strings in it may hold `{userHome}` and `{home}`. */
  readonly value: JsonValue;
  /** Only in the home of an account that holds an API key: without it the tool would not heed the variable. */
  readonly only?: 'key';
}

/** A value in a file of the tool's. */
export interface FileValue {
  readonly file: string;
  readonly root?: PathRoot;
  /** JSON pointer; `*` stands for any one segment; "" is the whole file. */
  readonly pointer: string;
}

/** Something read or written outside the home although our variables are set. */
export interface Leak {
  readonly what: string;
  /**
   * Where, for showing and for tests: templates as in `LeakProbe.path`, or beginning with `{tmp}`. A segment
   * may hold one `*`; a last segment `**` is the directory and everything below.
   */
  readonly paths?: readonly string[];
  /** What must be the case for it to be seen, one line. Absent: every session shows it (of files that are there). */
  readonly needs?: string;
  readonly access: 'read' | 'write';
  readonly effect: 'identity' | 'memory' | 'settings' | 'logs' | 'runtime';
  /** The names of variables or settings that close it. */
  readonly closedBy?: readonly string[];
  /** Looked at before every launch. A leak of identity has one. */
  readonly probe?: LeakProbe;
  /** `set`: `closedBy` must be in force in the child; `refuse`: a hit stops the launch (exit 4). */
  readonly action?: 'set' | 'refuse';
}

/** Where to look, before a launch, whether a leak is one here and now. */
export interface LeakProbe {
  /**
   * A file: a template over `{userHome}`, `{cwd}`, `{home}`, `{xdgConfig}`, or beginning with `{ancestors}`:
   * the working directory and every directory above it.
   */
  readonly path: string;
  readonly format: 'json' | 'jsonc' | 'dotenv' | 'exists';
  /** Variable names (dotenv) or JSON pointers (json, jsonc) of which any one, non-empty, is a hit. */
  readonly keys?: readonly string[];
  /** Default: always. */
  readonly when?: 'always' | 'cwdIsUserHome' | 'noLogin';
  /**
   * A file of the home that outranks it. The same key there, non-empty, means no leak; with `pointer` and
   * `equals` (a JSON file) instead: this value at this pointer does.
   */
  readonly unless?: {
    readonly file: string;
    readonly root?: PathRoot;
    readonly pointer?: string;
    readonly equals?: JsonValue;
  };
}

/** The tool's own lock protocol for a file, so that we can hold it while we write. */
export interface ToolLock {
  readonly file: string;
  readonly root?: PathRoot;
  readonly lock: string;
  readonly kind: 'directory' | 'file';
  /** Milliseconds after which the tool takes it over. */
  readonly staleAfter: number;
}

/** One part of a login: a file, or a value in one. */
export interface LoginPart extends FileValue {
  readonly format: 'json' | 'jsonc' | 'toml' | 'dotenv' | 'binary';
  /** Pointers of non-empty strings (for binary: none needed); any one present makes this a usable login. */
  readonly usable?: readonly string[];
}

/** A tool that deletes old files by itself, and the value that stops it. */
export interface Retention extends FileValue {
  readonly format: 'json' | 'jsonc' | 'toml';
  /** Paths that the tool empties by itself. */
  readonly governs: readonly string[];
  /** The value that keeps everything. */
  readonly safe: JsonValue;
}

/** A process of the tool's that outlives its sessions, and goes on with the login it was started with. */
export interface Daemon {
  /** Its name, for people. */
  readonly what: string;
  /** Holds its pid, plain or as `pid` in JSON. Relative to the config directory. */
  readonly pidFile?: string;
  readonly socket?: string;
  /** The tool's own command that ends it. */
  readonly stopArgv?: Argv;
  readonly updaterPidFile?: string;
}

/** A directory in which the tool keeps one file for each of its running sessions. */
export interface LiveList {
  readonly directory: string;
  readonly root?: PathRoot;
  /** Files that count, with one `*`. */
  readonly files: string;
  /** Where in each file the pid is. */
  readonly pointer: string;
}

/** The tool's own commands for its login and its version. */
export interface ToolCommands {
  readonly login?: Argv;
  /** The key goes in on stdin, never in argv. */
  readonly loginWithApiKey?: Argv;
  readonly logout?: Argv;
  readonly status?: StatusCommand;
  readonly update?: Argv;
}

/** A command that says by its exit code whether somebody is logged in. */
export interface StatusCommand {
  readonly argv: Argv;
  /** Exit codes that mean: somebody is. */
  readonly loggedIn: readonly number[];
  /** Exit codes that mean: nobody is. Any other means nothing. */
  readonly loggedOut: readonly number[];
  /** Answers without a network. */
  readonly offline: boolean;
}

/** Variables that the tool heeds, but for those that give it its directory. */
export interface EnvironmentFacts {
  /** Variables that beat a stored login: scrubbed for every account but `system`. */
  readonly outranks?: readonly string[];
  /** Values in settings files that do the same. */
  readonly outranksInSettings?: readonly FileValue[];
  /** Marks of an outer session: stripped from every child. */
  readonly sessionMarkers?: readonly string[];
  /** Variables that take an API key; the first is the one we set for an account that holds one. */
  readonly apiKey?: readonly string[];
  /** Constant variables of every launch under an account, e.g. to stop a relaunch. */
  readonly set?: Readonly<Record<string, string>>;
  /** Set as well when the program is a version managed by us: it must not update itself. */
  readonly setWhenManaged?: Readonly<Record<string, string>>;
}

/** What a path is. */
export interface PathFact {
  /** Relative, `/` between segments; one `*` may stand inside a segment. A directory ends without slash. */
  readonly path: string;
  readonly root?: PathRoot;
  readonly class: PathClass;
  readonly kind: 'file' | 'directory';
  readonly format?: FileFormat;
  /** For a mixed file: what its keys are; longest match wins; unmatched is identity. */
  readonly rules?: readonly KeyRule[];
  /** May hold a secret. */
  readonly secret?: boolean;
  /** Holds absolute paths of the home it was written in. */
  readonly holdsAbsolutePaths?: boolean;
  /** Seen to survive the tool's own writes when it is a link. */
  readonly linkSafe?: boolean;
  /** The lock paths that must travel with it when it is shared. */
  readonly guardedBy?: readonly string[];
  /** What whoever shares it learns of the others besides what they made, e.g. `each names the account that made it`. */
  readonly discloses?: string;
}

/** What a key of a mixed file is, with everything below it. */
export interface KeyRule {
  readonly pointer: string;
  readonly class: Exclude<PathClass, 'mixed'>;
  /**
   * How a shared value merges: as one `value`; a `map` entry by entry; a `set` by what was added and taken away;
   * a list that can only `grow`; `private`: not at all, though what is around it is shared.
   */
  readonly merge?: 'value' | 'map' | 'set' | 'grow' | 'private';
  /** The tool drops the key while its value is the default: absence is no opinion. */
  readonly dropsDefaults?: boolean;
}

/** A file that says who is logged in, and where in it. */
export interface IdentitySource {
  readonly file: string;
  readonly root?: PathRoot;
  readonly format: 'json' | 'jsonc' | 'toml' | 'dotenv';
  readonly subject?: Claim;
  readonly organization?: Claim;
  readonly organizationName?: Claim;
  readonly email?: Claim;
  readonly plan?: Claim;
  /** An API key: never shown, only its local salted fingerprint is kept. */
  readonly key?: Claim;
}

/**
 * A string at a pointer, or inside the JSON Web Token that is there. With `*` in the pointer it is known only
 * when exactly one value is there.
 */
export interface Claim {
  readonly pointer: string;
  /** JSON pointer into the token's payload. The signature is not checked: this is a name, not a proof. */
  readonly jwt?: string;
}

/**
 * `service` and `account` are templates: literal text, `{user}`, or `{sha256:home:8}` (the first 8 hex digits
 * of SHA-256 over the NFC form of the home string).
 */
export interface KeychainItem {
  readonly platform: Platform;
  readonly service: string;
  readonly account: string;
  /** The service name for the account `system`. */
  readonly systemService?: string;
  /** `system`: accounts never use it, because `relocation` switches it off for them. */
  readonly only?: 'system';
}

/** The most a tool can do for a program: one prompt, a conversation in several runs, a process that stays. */
export type ExecutionProfile = 'one_shot_command' | 'session_bound_command' | 'persistent_process';

/** How a program drives the tool. */
export interface ExecutionFacts {
  readonly profile: ExecutionProfile;
  /** argv with `{prompt}`. */
  readonly headless?: Argv;
  /** argv with `{session}`. */
  readonly resume?: Argv;
  /** argv of the long-lived stdio protocol, and its name. */
  readonly protocol?: { readonly name: string; readonly argv: Argv };
  /** A session made under one account opens under another. */
  readonly sessionsPortable?: boolean;
}

/** Something that uses the tool, or its login, without the user typing its command. */
export interface Surface {
  /** What people call it. */
  readonly name: string;
  /** Where it runs: in an editor of one of two families, by itself, or in a program that uses it. */
  readonly kind: 'vscode' | 'jetbrains' | 'desktop' | 'library';
  /**
   * Where its account comes from. `terminal`: it types the tool's command into a terminal of the editor's;
   * `environment`: it starts a program of the tool's, which reads the variables that the editor, app or program was
   * started with; `own`: a login of its own, which no account of ours is.
   */
  readonly account: 'terminal' | 'environment' | 'own';
  /** How the editor's own folder of extensions calls it, without a version. */
  readonly extension?: string;
  /** The npm package of a library. */
  readonly npmPackage?: string;
  /** A setting of the editor that gives its program variables: a `list` of `{name, value}`, or a `map`. */
  readonly variables?: { readonly setting: string; readonly form: 'list' | 'map' };
  /** What else is to be known. */
  readonly note?: string;
}

/** Whether the tool is still to be chosen; absent: nothing is known. */
export interface Lifecycle {
  readonly stage: 'current' | 'deprecated' | 'retired';
  readonly reason?: string;
  /** The id of the tool that takes its place. */
  readonly successor?: string;
}

/** How a fact was learned. */
export interface Evidence {
  /** What it is about: a field name, or `field/detail`, e.g. `directories/auth.json`. */
  readonly fact: string;
  readonly how: 'observed' | 'source' | 'documented' | 'inferred';
  /** The tool's version. */
  readonly version?: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly source?: string;
}

/** What JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A registered tool: the descriptor, frozen, with its defaults and what follows from them. */
export interface AITool<Id extends string = string> extends ToolDescriptor<Id> {
  readonly configDirectoryName: string;
  readonly configDirEnvVar: string | null;
  readonly authLoginCommand: readonly string[] | null;
  readonly installCommand: readonly string[] | null;
  readonly sessionSubdirectories: readonly string[];
  readonly ansiColor: string;
  /** Derived: an install command is known. */
  readonly supportsSetup: boolean;
  /** Derived: the id in brackets, in the tool's colour. */
  readonly coloredTag: string;
}

/** Keeps the id as a literal type and checks the rest; returns its argument. */
export function defineTool<const Id extends string>(tool: ToolDescriptor<Id>): ToolDescriptor<Id> {
  return tool;
}
