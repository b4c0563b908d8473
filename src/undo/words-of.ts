import type { JournalRecord } from '../state/index.ts';

/** A change in words, as it was typed: `rename codex#work`. */
export function wordsOf({ verb, tool, account, what }: JournalRecord): string {
  const label = [what.label, account].find((each) => typeof each === 'string');
  const about = tool === null || account === null || label === undefined ? tool : `${tool}#${label}`;
  const rest = [what.installation, what.name, what.directory, what.path].find(
    (each) => typeof each === 'string',
  );
  return [verb, about, rest].filter((word) => word !== null && word !== undefined).join(' ');
}
