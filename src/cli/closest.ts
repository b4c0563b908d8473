import leven from 'leven';

/** The known word a typed one most likely stands for; undefined when none is near. */
export function closestOf(word: string, known: readonly string[]): string | undefined {
  // Two neighbours swapped count as two.
  const limit = Math.max(word.length > 3 ? 2 : 1, Math.floor(word.length / 3));
  return known
    .map((candidate) => ({
      candidate,
      distance: leven(word.toLowerCase(), candidate.toLowerCase(), { maxDistance: limit + 1 }),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}
