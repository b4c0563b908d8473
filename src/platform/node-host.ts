import { posix, win32 } from 'node:path';
import { ToolsError } from '../errors/index.ts';
import { errnoOf } from './errno.ts';
import type { Host } from './host.ts';
import { nodeFileSystem } from './node-file-system.ts';
import { isWsl } from './node-is-wsl.ts';
import { hostName } from './node-process-marks.ts';
import { processTable } from './node-process-table.ts';
import { usableHome } from './usable-home.ts';

/**
 * This computer and this run. What costs a system call, or may be unusable, is asked when it is first read:
 * `homeDir` throws HOME_UNUSABLE where HOME is empty or relative, `cwd` throws CWD_MISSING where it is gone.
 */
export function nodeHost(): Host {
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
  const path = platform === 'win32' ? win32 : posix;
  const homeDir = once(() => usableHome({ platform, path }, readHome(platform)));
  const cwd = once(readCwd);
  const userName = once(readUserName);
  const inWsl = once(() => isWsl(platform));
  const processes = once(() => processTable({ platform, pid: process.pid, hostname: hostName(platform) }));
  return {
    platform,
    arch: process.arch,
    path,
    get homeDir() {
      return homeDir();
    },
    get userName() {
      return userName();
    },
    env: process.env,
    get cwd() {
      return cwd();
    },
    get program() {
      return readProgram();
    },
    get isWsl() {
      return inWsl();
    },
    files: nodeFileSystem,
    get processes() {
      return processes();
    },
    now: () => new Date(),
    randomName,
  };
}

/** HOME (USERPROFILE on Windows) as it is; only where it is not set, what the system's user table says. */
function readHome(platform: Host['platform']): string {
  const { HOME } = process.env;
  if (HOME !== undefined && platform !== 'win32') return HOME;
  try {
    return os().homedir();
  } catch {
    // The variable is not set and the system does not know this user.
    return '';
  }
}

function readProgram(): Host['program'] {
  const [node, script] = [process.execPath, process.argv[1]];
  try {
    return script === undefined ? undefined : { node, script: nodeFileSystem.realpath(script) };
  } catch {
    return undefined;
  }
}

function readCwd(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new ToolsError('CWD_MISSING', { cause: errnoOf(error) ?? 'unknown' }, { cause: error });
  }
}

/** Most starts ask nothing of it, and loading it takes a thirtieth of one. */
function os(): typeof import('node:os') {
  return process.getBuiltinModule('node:os');
}

/** A container may run under a user id that has no name. */
function readUserName(): string {
  try {
    return os().userInfo().username;
  } catch {
    return process.env.USER ?? process.env.USERNAME ?? '';
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Random bytes that no name has taken yet: what the system is asked for is enough for several. */
const unused: number[] = [];

function randomName(length: number): string {
  let name = '';
  while (name.length < length) {
    if (unused.length === 0) unused.push(...randomBytes());
    const byte = unused.pop() as number;
    // 252 is the greatest multiple of 36 in a byte: above it some letters would come more often.
    if (byte < 252) name += alphabet[byte % alphabet.length];
  }
  return name;
}

const many = 64;

/** From the system, where it has a file for that: to load what Node has takes a tenth of a start. */
function randomBytes(): Uint8Array {
  try {
    const bytes = nodeFileSystem.readStart('/dev/urandom', many);
    if (process.platform !== 'win32' && bytes.length === many) return bytes;
  } catch {
    // A container may be without devices.
  }
  return globalThis.crypto.getRandomValues(new Uint8Array(many));
}

function once<Value>(read: () => Value): () => Value {
  let value: { readonly is: Value } | undefined;
  return () => {
    value ??= { is: read() };
    return value.is;
  };
}
