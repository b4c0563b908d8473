/**
 * Answers one verb from small files, with nothing but pure functions.
 * @param words what stands behind the verb
 * @returns the data for stdout; nothing where the program is to answer: for whatever is unusual, whatever is wrong
 */
export type Answer = (words: readonly string[]) => string | undefined;
