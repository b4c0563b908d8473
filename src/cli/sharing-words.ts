import type { SharingChange, SharingPlan, StoredAccount } from '../accounts/index.ts';
import { amountInWords } from './sizes.ts';

/** What would be done to the files of an account, one line each. */
export function moveLines({
  moves,
  conflicts,
  merges,
}: Pick<SharingPlan, 'moves' | 'conflicts' | 'merges'>): readonly string[] {
  return [
    ...moves.map((move) => `moves ${move.path} (${amountInWords(move)})`),
    ...conflicts.map((path) => `keeps the shared ${path}; this account's goes to our conflicts for 30 days`),
    ...(merges.length > 0 ? [`merges ${merges.join(', ')}`] : []),
  ];
}

/** What a change would do, one line each. */
export function planLines(plan: SharingPlan): readonly string[] {
  const { gains, loses } = plan;
  const lines = [
    ...(gains.length > 0 ? [`shares ${gains.join(', ')} with ${othersIn(plan)}`] : []),
    ...moveLines(plan),
    ...(loses.length > 0 ? [`has no part any more in ${loses.join(', ')}`] : []),
  ];
  return lines.length > 0 ? lines : ['nothing would change'];
}

/** What a change has done, and the way back. */
export function doneLines(
  { tool, label }: Pick<StoredAccount, 'tool' | 'label'>,
  { kind }: SharingChange,
  plan: SharingPlan,
  copy: boolean,
): readonly string[] {
  const { gains, loses, sharing } = plan;
  const name = `${tool}#${label}`;
  const stays = `what lies there stays as it is for the others${copy ? ', and it has a copy' : ''}`;
  const back = (verb: string, paths: readonly string[] = []) =>
    `the way back: tools share ${[verb, tool, '-a', label, ...paths].join(' ')}`;
  if (kind === 'on' || kind === 'add') {
    if (gains.length === 0) return [`${name} shares that already`];
    const what = kind === 'add' ? ` ${gains.join(', ')}` : '';
    const but = kind === 'on' && sharing.except.length > 0 ? `, but for ${sharing.except.join(', ')}` : '';
    return [`${name} shares${what} with ${othersIn(plan)} from now on${but}`];
  }
  if (loses.length === 0) return [`${name} keeps that to itself already`];
  if (kind === 'off') return [`${name} shares nothing from now on: ${stays}`, back('on')];
  return [
    `${name} keeps ${loses.join(', ')} to itself from now on: ${stays}`,
    `${back(
      'add',
      sharing.except.filter((path) => loses.includes(path)),
    )} (what both have by then is joined)`,
  ];
}

function othersIn({ others }: SharingPlan): string {
  return others.length > 0 ? others.join(', ') : 'accounts to come';
}
