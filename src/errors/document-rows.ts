/** Rows of the error table about documents of others: read, and changed in place. */
export const documentRows = {
  DOCUMENT_DAMAGED: {
    exit: 1,
    message: (d: { source?: string | undefined; format: string; offset: number; problem: string }) =>
      `${d.source ?? 'the document'} is damaged as ${d.format}: ${d.problem}, at offset ${d.offset}.`,
    hint: (d: { source?: string | undefined }) =>
      d.source === undefined ? 'tools doctor' : `mend ${d.source}, or move it away`,
  },
  EDIT_REFUSED: {
    exit: 7,
    message: (d: { source?: string | undefined; pointer: string; problem: string }) =>
      `${d.source ?? 'the document'} was not changed at "${d.pointer}": ${d.problem}.`,
    hint: () => 'tools doctor',
  },
};
