import type { FilePlan, InitPlan } from './init-plan.ts';
import { type InitShell, initShells } from './shell-names.ts';

/** What was done to the block of one file, as the journal notes it. */
export interface BlockChange extends Pick<FilePlan, 'was' | 'is' | 'at'> {
  readonly path: string;
}

export interface BlockChanges {
  readonly shell: InitShell;
  readonly blocks: readonly BlockChange[];
}

/** What the journal notes of a plan. */
export function noteOf({ shell, files }: InitPlan): { readonly name: string; readonly blocks: string } {
  const blocks: readonly BlockChange[] = files
    .filter(({ file, text }) => file.text !== text)
    .map(({ file, was, is, at }) => ({ path: file.path, was, is, at }));
  return { name: shell, blocks: JSON.stringify(blocks) };
}

/** What a note says; undefined: it can't be read. */
export function readNote(what: Readonly<Record<string, unknown>>): BlockChanges | undefined {
  const shell = initShells.find((name) => name === what.name);
  if (shell === undefined || typeof what.blocks !== 'string') return undefined;
  try {
    const blocks: unknown = JSON.parse(what.blocks);
    return Array.isArray(blocks) && blocks.every(isBlockChange) ? { shell, blocks } : undefined;
  } catch {
    return undefined;
  }
}

function isBlockChange(value: unknown): value is BlockChange {
  if (typeof value !== 'object' || value === null) return false;
  const { path, was, is, at } = value as Partial<Record<keyof BlockChange, unknown>>;
  const isLines = (lines: unknown) =>
    lines === null || (Array.isArray(lines) && lines.every((line) => typeof line === 'string'));
  return typeof path === 'string' && isLines(was) && isLines(is) && (at === null || typeof at === 'number');
}
