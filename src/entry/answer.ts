/**
 * Answers one verb from small files, without asking anybody, or not at all.
 * @param words what stands behind the verb
 * @returns the data for stdout, or the exit code where there is none. undefined, or an error: the program is to answer;
 *   whatever is unusual or wrong is left to it, and nothing was done that it could not do again
 */
export type Answer = (words: readonly string[]) => Answered | Promise<Answered>;

export type Answered = string | number | undefined;
