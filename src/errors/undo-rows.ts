/** Rows of the error table about taking a change of ours back. */
export const undoRows = {
  UNDO_NOTHING: {
    exit: 3,
    message: (d: { days: number }) =>
      `nothing of ours was changed in the last ${d.days} days that could be taken back.`,
    hint: () => 'tools undo --list',
  },
  CHANGE_NOT_FOUND: {
    exit: 3,
    message: (d: { id: string }) => `the journal knows no change "${d.id}".`,
    hint: () => 'tools undo --list',
  },
  UNDONE_ALREADY: {
    exit: 1,
    message: (d: { change: string; by: string }) => `"${d.change}" was taken back already.`,
    hint: (d: { by: string }) => `tools undo ${d.by}`,
  },
  UNDO_UNDER_WAY: {
    exit: 5,
    message: (d: { change: string; pid: number; since: string }) =>
      `"${d.change}" is under way: process ${d.pid} has been at it since ${d.since}.`,
    hint: (d: { pid: number }) => `ps -p ${d.pid}`,
  },
  UNDO_CHANGED_SINCE: {
    exit: 1,
    message: (d: { change: string; why: string; earlier?: Earlier }) =>
      `"${d.change}" can't be taken back: ${d.why}.${wordsOf(d.earlier)}`,
    hint: (d: { instead?: string | undefined; earlier?: Earlier }) =>
      d.instead ?? (d.earlier ? `tools undo ${d.earlier.id}` : 'tools undo --list'),
  },
  UNDO_IMPOSSIBLE: {
    exit: 1,
    message: (d: { change: string; why: string; earlier?: Earlier }) =>
      `"${d.change}" can't be taken back: ${d.why}.${wordsOf(d.earlier)}`,
    hint: (d: { instead: string }) => d.instead,
  },
  UNDO_NEEDED_BY: {
    exit: 1,
    message: (d: { change: string; later: string }) =>
      `"${d.change}" can't be taken back while "${d.later}" holds, which came after it.`,
    hint: (d: { laterId: string }) => `tools undo ${d.laterId}`,
  },
  UNDO_NOT_NOTED: {
    exit: 1,
    message: (d: { change: string; missing: string; earlier?: Earlier }) =>
      `"${d.change}" can't be taken back: the journal does not hold its ${d.missing}.${wordsOf(d.earlier)}`,
    hint: (d: { earlier?: Earlier }) => (d.earlier ? `tools undo ${d.earlier.id}` : 'tools undo --list'),
  },
  UNINSTALL_UNDECIDED: {
    exit: 2,
    message: (d: { what: readonly string[] }) =>
      `our folder holds more than notes of ours: ${d.what.slice(0, 10).join(', ')}${d.what.length > 10 ? ', …' : ''}.`,
    hint: () => 'tools self uninstall --yes --keep-homes',
  },
  DURATION_UNUSABLE: {
    exit: 2,
    message: (d: { option: string; value: string }) => `${d.option} ${d.value}: that is no length of time.`,
    hint: (d: { option: string }) => `${d.option} 7d, or 12h, or 30m`,
  },
};

/** The last change that can be taken back, and its id. */
type Earlier = { readonly change: string; readonly id: string };

function wordsOf(earlier: Earlier | undefined): string {
  return earlier ? ` Before it, "${earlier.change}" can be: tools undo ${earlier.id}` : '';
}
