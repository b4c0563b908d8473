import { ToolsError } from '../../errors/index.ts';
import { documentText, parseDocument, readPointer, readPointers, setPointer } from '../../formats/index.ts';
import type { Host } from '../../platform/index.ts';
import type { AITool, JsonValue, LoginPart } from '../../registry/index.ts';
import { confirmEntry, ensureFolder, moveEntry, moveToTrash, writeAtomic } from '../../state/index.ts';
import type { AccountsContext } from '../context.ts';
import { targetOf } from '../home/assert-value.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { readToolFile, regularFile } from '../home/tool-file.ts';

/** What happens to one file of a login; planned once, written down, and then the same however often it is done. */
export interface OverlayStep {
  readonly part: number;
  readonly action: 'move' | 'remove' | 'edit';
}

/**
 * What must happen so that the home holds exactly the new login, and keeps all else it has.
 * @throws ToolsError LOGIN_NOT_MERGEABLE when a file of the home can't take it; nothing has changed then.
 */
export function planOverlay(
  host: Host,
  tool: AITool,
  label: string,
  fresh: HomePaths,
  home: HomePaths,
): readonly OverlayStep[] {
  const parts = tool.login ?? [];
  const steps = parts.flatMap((part, index): OverlayStep[] => {
    const isThere = regularFile(host, fresh.fileOf(part)).state === 'regular';
    if (isWhole(part))
      return isThere || host.files.lstat(home.fileOf(part))
        ? [{ part: index, action: isThere ? 'move' : 'remove' }]
        : [];
    return [{ part: index, action: 'edit' }];
  });
  // A dry run of the edits finds a damaged file before anything is touched.
  for (const [path, edited] of editsOf(host, tool, steps, fresh, home)) {
    if (edited instanceof Error) {
      throw new ToolsError(
        'LOGIN_NOT_MERGEABLE',
        { tool: tool.id, label, path, problem: edited.message },
        { cause: edited },
      );
    }
  }
  // What goes, goes last: until then the old login is still there beside the new one.
  return [
    ...steps.filter(({ action }) => action !== 'remove'),
    ...steps.filter(({ action }) => action === 'remove'),
  ];
}

/** Does the steps, or what is left of them. @throws ToolsError WRITE_FAILED, MOVE_FAILED */
export function overlayLogin(
  { host, paths }: Pick<AccountsContext, 'host' | 'paths'>,
  tool: AITool,
  steps: readonly OverlayStep[],
  fresh: HomePaths,
  home: HomePaths,
): void {
  editFiles(host, tool, steps, fresh, home);
  for (const { action, part } of steps) {
    const login = tool.login?.[part];
    if (!login) continue;
    if (action === 'move') moveFile(host, fresh.fileOf(login), home.fileOf(login));
    // A file of the old login that the new one lacks would outrank it; what else it holds is not ours to destroy.
    if (action === 'remove' && host.files.lstat(home.fileOf(login))) {
      moveToTrash(host, paths, home.fileOf(login), tool.id);
    }
  }
}

/** Only the edits: what a home needs before it is moved elsewhere as a whole. */
export function editFiles(
  host: Host,
  tool: AITool,
  steps: readonly OverlayStep[],
  fresh: HomePaths,
  home: HomePaths,
): void {
  for (const [path, edited] of editsOf(host, tool, steps, fresh, home)) {
    if (edited instanceof Error) throw edited;
    if (edited === undefined) continue;
    ensureFolder(host, host.path.dirname(path));
    writeAtomic(host, path, edited, 0o600);
  }
}

export function isWhole(part: LoginPart): boolean {
  return part.pointer === '' || part.format === 'binary';
}

/** New text by file; undefined where there is nothing to change. */
function editsOf(
  host: Host,
  tool: AITool,
  steps: readonly OverlayStep[],
  fresh: HomePaths,
  home: HomePaths,
): ReadonlyMap<string, string | Error | undefined> {
  const edits = new Map<string, string | Error | undefined>();
  for (const part of steps.flatMap(({ action, part }) =>
    action === 'edit' ? (tool.login?.[part] ?? []) : [],
  )) {
    const path = targetOf(host, home.fileOf(part));
    const before = edits.get(path);
    if (before instanceof Error) continue;
    try {
      edits.set(path, withLogin(host, part, fresh.fileOf(part), path, before));
    } catch (error) {
      if (!(error instanceof ToolsError)) throw error;
      edits.set(path, error);
    }
  }
  return edits;
}

function withLogin(
  host: Host,
  part: LoginPart,
  from: string,
  to: string,
  before: string | undefined,
): string | undefined {
  if (part.format === 'binary' || part.format === 'dotenv') {
    throw new ToolsError('INTERNAL', { what: `a login in part of a ${part.format} file can't be renewed` });
  }
  const { format } = part;
  const text = before ?? currentText(host, to);
  const offered = documentAt(host, from, part);
  const pointers = new Set([
    ...pointersOf(offered, part),
    ...pointersOf(parseDocument(text, format, to), part),
  ]);
  const after = [...pointers].reduce(
    (edited, pointer) =>
      setPointer(
        edited,
        format,
        pointer,
        offered === undefined ? undefined : readPointer(offered, pointer),
        to,
      ),
    text,
  );
  return after === text ? before : after;
}

function pointersOf(document: JsonValue | undefined, part: LoginPart): readonly string[] {
  return document === undefined ? [] : readPointers(document, part.pointer).map(({ pointer }) => pointer);
}

function documentAt(host: Host, path: string, part: LoginPart): JsonValue | undefined {
  const file = readToolFile(host, path, part.format);
  if (file.state === 'read') return file.value;
  if (file.state === 'absent') return undefined;
  if (file.state === 'damaged')
    throw new ToolsError('TOOL_FILE_DAMAGED', { path, offset: file.offset, problem: file.problem });
  throw new ToolsError('TOOL_FILE_UNREADABLE', { path, cause: file.cause });
}

function currentText(host: Host, path: string): string {
  return host.files.stat(path) ? documentText(host.files.readFile(path), path) : '';
}

/** Done already when nothing is left to move: then the file is at its place. */
function moveFile(host: Host, from: string, to: string): void {
  if (!host.files.stat(from)) return;
  ensureFolder(host, host.path.dirname(to));
  try {
    if (host.files.lstat(from)?.isSymbolicLink()) writeAtomic(host, to, host.files.readFile(from), 0o600);
    else moveEntry(host, from, to);
  } catch (error) {
    // A home that was imported may lie on another disk.
    if (!(error instanceof ToolsError) || (error.data as { cause?: string }).cause !== 'EXDEV') throw error;
    writeAtomic(host, to, host.files.readFile(from), 0o600);
  }
  confirmEntry(host, to);
}
