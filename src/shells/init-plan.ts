import { ToolsError } from '../errors/index.ts';
import { hasHook, partsOf } from './init-parts.ts';
import { blockIn, type RcFile, readRcFile, textWith } from './rc-file.ts';
import { rcFilesOf } from './rc-files.ts';
import type { ShellContext } from './shell-context.ts';
import type { InitShell } from './shell-names.ts';
import { writtenFiles } from './written-files.ts';

export interface InitWish {
  readonly shell: InitShell;
  /** A file in the place of those that the shell is known to read. Absolute. */
  readonly file?: string | undefined;
  /** Follows the account of each directory, too; undefined: as the block that is there. */
  readonly hook?: boolean | undefined;
}

/** What is done to files of the user's. */
export interface InitPlan {
  readonly shell: InitShell;
  readonly files: readonly FilePlan[];
}

export interface FilePlan {
  readonly file: RcFile;
  /** What our block says, and will say; null: there is none. */
  readonly was: readonly string[] | null;
  readonly is: readonly string[] | null;
  /** Where the block begins; null: there is none. */
  readonly at: number | null;
  /** undefined: there will be no file. */
  readonly text: string | undefined;
}

/** Every file that the shell reads gets the block, or has it renewed. Changes nothing. @throws ToolsError as readRcFile, blockIn */
export function planInit(ctx: ShellContext, { shell, file, hook }: InitWish): InitPlan {
  const files = filesOf(ctx, shell, file);
  const isHooked = hook ?? files.some((each) => hasHook(linesIn(each) ?? []));
  const { lines } = partsOf(ctx, shell, { hook: isHooked });
  return { shell, files: files.map((each) => planFile(ctx, each, lines)) };
}

/** Every file that has the block has it renewed, and no other gets one. Changes nothing. @throws ToolsError as planInit */
export function planRenewal(ctx: ShellContext, shell: InitShell): InitPlan {
  const files = filesOf(ctx, shell, undefined).flatMap((file) => {
    const was = linesIn(file);
    return was === null ? [] : [planFile(ctx, file, partsOf(ctx, shell, { hook: hasHook(was) }).lines)];
  });
  return { shell, files };
}

/** Every file that has the block loses it. Changes nothing. @throws ToolsError as planInit */
export function planRemoval(ctx: ShellContext, { shell, file }: Omit<InitWish, 'hook'>): InitPlan {
  return { shell, files: filesOf(ctx, shell, file).map((each) => planFile(ctx, each, null)) };
}

/** The file that is named, else those that the shell reads or that we wrote to. */
function filesOf(ctx: ShellContext, shell: InitShell, file: string | undefined): readonly RcFile[] {
  const paths =
    file === undefined ? [...new Set([...rcFilesOf(ctx.host, shell), ...written(ctx, shell)])] : [file];
  return paths.map((path) => readRcFile(ctx.host, shell, path));
}

/**
 * `at`: where a block goes that is not there yet, as far as a line begins there.
 * @throws ToolsError SHELL_FILE_UNUSABLE where it would be changed, and can't be; SHELL_BLOCK_BROKEN
 */
export function planFile(
  { host }: ShellContext,
  file: RcFile,
  lines: readonly string[] | null,
  at?: number,
): FilePlan {
  const block = blockIn(file);
  const from = block.state === 'there' ? block.from : null;
  const text = textWith(host, file, lines, at);
  const { path, shell, problem } = file;
  if (problem !== undefined && text !== file.text)
    throw new ToolsError('SHELL_FILE_UNUSABLE', { file: path, shell, problem, isRemoval: lines === null });
  return { file, was: linesIn(file), is: lines, at: from, text };
}

/** What the block says; null: there is none. @throws ToolsError SHELL_BLOCK_BROKEN */
export function linesIn(file: RcFile): readonly string[] | null {
  const block = blockIn(file);
  return block.state === 'there' ? block.lines : null;
}

function written(ctx: ShellContext, shell: InitShell): readonly string[] {
  const files = writtenFiles(ctx);
  return Object.keys(files).filter((file) => files[file] === shell);
}
