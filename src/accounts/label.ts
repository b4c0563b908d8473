/** Why a text can't be a label. */
export type LabelProblem = 'empty' | 'tooLong' | 'notNormalized' | 'character' | 'start' | 'end' | 'device' | 'reserved';

export function labelProblem(_label: string): LabelProblem | undefined {
  throw new Error('not built yet');
}

/** Two labels with one folded form are one label: they would be one name on some disks. */
export function foldLabel(_label: string): string {
  throw new Error('not built yet');
}
