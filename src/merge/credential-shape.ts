/** Whether a text looks like a key, a token, or something that carries one. Rather too often than too seldom. */
export function looksLikeCredential(text: string): boolean {
  return shapes.some((shape) => shape.test(text)) || (text.match(words) ?? []).some(isRandomWord);
}

const shapes: readonly RegExp[] = [
  /\b(?:sk|pk|rk|ak)[-_](?=[\w-]*\d)[\w-]{16,}/i,
  /\b(?:gh[opsur]_|github_pat_|glpat-|xox[a-z]-|npm_|hf_|dop_v1_|pypi-|ya29\.|AIza|AKIA|ASIA)[\w.-]{8,}/,
  /\beyJ[\w-]{8,}\.[\w-]+/,
  /\bbearer\s+[\w+/.=~-]{8,}|\b(?:basic|token)\s+(?=\S*\d)[\w+/.=~-]{8,}/i,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  // The name `git` alone is everybody's.
  /\bhttps?:\/\/(?!git@)[^\s/@]+@|\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:[^\s/@]+@/i,
  /(?:api[-_]?key|auth(?:orization)?|access[-_]?key|token|secret|passw(?:or)?d|credential)s?["']?\s*[=:]\s*["']?[^\s"'$]{6,}/i,
  // A flag whose value comes next.
  /^--?(?:[\w-]*[-_])?(?:api[-_]?key|access[-_]?key|auth|token|secret|passw(?:or)?d|credential)s?(?:=|$)/i,
];

const words = /[A-Za-z0-9_-]{32,}/g;

/** Capitals, small letters and digits mixed as no name is; identifiers in hexadecimal are none. */
function isRandomWord(word: string): boolean {
  const turns = word.match(/[a-z][A-Z0-9]|[A-Z][0-9]|[0-9][A-Za-z]/g)?.length ?? 0;
  return turns >= 8 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}
