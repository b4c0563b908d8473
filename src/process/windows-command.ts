import { ToolsError } from '../errors/index.ts';
import type { QuickHost } from '../platform/index.ts';
import { lookAt } from './look-at.ts';
import { npmShimTarget } from './npm-shim.ts';
import { readVariable } from './read-variable.ts';
import { firstProgram } from './search-program.ts';

/** What is really started. */
export interface StartCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** `args` are written into the command line as they are. */
  readonly isVerbatim: boolean;
  /** Variables that go with it. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * How a program is started on Windows, which can't start a `.cmd` or `.bat` by itself: an npm shim is read and
 * what it starts is started directly; anything else goes through cmd.exe with every argument quoted for its two
 * readings (the command line, then `%*` in the batch file).
 * @throws ToolsError ARGUMENT_REFUSED for a line break on its way through cmd.exe, which would cut the line.
 */
export function windowsCommand(host: QuickHost, file: string, args: readonly string[]): StartCommand {
  const plain = { isVerbatim: false, env: {} };
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args, ...plain };
  const target = npmShimTarget(host, file);
  if (target && !target.isScript) return { file: target.file, args, ...plain };
  const node = target && nodeBeside(host, file);
  if (target && node) return { file: node, args: [...target.nodeArgs, target.file, ...args], ...plain };
  return throughCmd(host, file, args);
}

function nodeBeside(host: QuickHost, shim: string): string | undefined {
  const beside = host.path.join(host.path.dirname(shim), 'node.exe');
  const found = firstProgram(host, { names: ['node.exe'], shims: '' });
  return lookAt(host, beside)?.isFile() ? beside : found?.path;
}

function throughCmd(host: QuickHost, file: string, args: readonly string[]): StartCommand {
  const system = readVariable('win32', host.env, 'SystemRoot') ?? 'C:\\Windows';
  const line = [file, ...args].map(quoteForCmd).join(' ');
  return {
    file: host.path.join(system, 'System32', 'cmd.exe'),
    // /e:ON for the percent trick below, /v:OFF so that `!` is a letter, /d against AutoRun.
    args: ['/d', '/e:ON', '/v:OFF', '/s', '/c', `"${line}"`],
    isVerbatim: true,
    // The batch file may start things by bare name; never from the current directory.
    env: { NoDefaultCurrentDirectoryInExePath: '1' },
  };
}

function quoteForCmd(argument: string): string {
  if (/[\r\n\0]/.test(argument)) {
    throw new ToolsError('ARGUMENT_REFUSED', { argument, problem: 'lineBreak' });
  }
  const forProgram = argument.replace(
    /(\\*)("|$)/g,
    (_all, slashes: string, end: string) => slashes + slashes + (end && '""'),
  );
  // `%cd:~,%` is an empty substring: it parts the percent signs, so that no name is found between two of them.
  return `"${forProgram.replaceAll('%', '%%cd:~,%')}"`;
}
