/** Whether a text looks like a key, a token, or something that carries one. Rather too often than too seldom. */
export function looksLikeCredential(text: string): boolean {
  return hasKnownShape(text) || hints.some((hint) => hint.test(text)) || holdsRandomWord(text);
}

/**
 * Whether a text that is written for people holds one. People write about tokens and passwords: only what nobody
 * writes by hand counts, behind such a word or alone.
 */
export function holdsCredential(prose: string): boolean {
  const named = [...prose.matchAll(assignments)].map(([, value = '']) => value);
  return hasKnownShape(prose) || holdsRandomWord(prose) || named.some(isRandomValue);
}

function hasKnownShape(text: string): boolean {
  return shapes.some((shape) => shape.test(text));
}

const shapes: readonly RegExp[] = [
  /\b(?:sk|pk|rk|ak)[-_](?=[\w-]*\d)[\w-]{16,}/i,
  /\b(?:gh[opsur]_|github_pat_|glpat-|xox[a-z]-|npm_|hf_|dop_v1_|pypi-|ya29\.|AIza|AKIA|ASIA)[\w.-]{8,}/,
  /\beyJ[\w-]{8,}\.[\w-]+/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  // The name `git` alone is everybody's.
  /\bhttps?:\/\/(?!git@)[^\s/@]+@|\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:[^\s/@]+@/i,
];

const hints: readonly RegExp[] = [
  /\bbearer\s+[\w+/.=~-]{8,}|\b(?:basic|token)\s+(?=\S*\d)[\w+/.=~-]{8,}/i,
  /(?:api[-_]?key|auth(?:orization)?|access[-_]?key|token|secret|passw(?:or)?d|credential)s?["']?\s*[=:]\s*["']?[^\s"'$]{6,}/i,
  // A flag whose value comes next.
  /^--?(?:[\w-]*[-_])?(?:api[-_]?key|access[-_]?key|auth|token|secret|passw(?:or)?d|credential)s?(?:=|$)/i,
];

/** A word for something secret, and what is said to be it: that may be such a word itself. */
const assignments =
  /(?:key|auth(?:orization)?|bearer|basic|token|secret|passw(?:or)?d|credential)s?(?=["'`*]*(?:\s*[=:]\s*|\s+)["'`*]*([\w+/.=~!@#%^&*-]+))/gi;

function isRandomValue(value: string): boolean {
  return value.length >= 10 && turnsIn(value) >= 4;
}

function holdsRandomWord(text: string): boolean {
  return (text.match(words) ?? []).some(isRandomWord);
}

const words = /[A-Za-z0-9_-]{32,}/g;

/** Capitals, small letters and digits mixed as no name is; identifiers in hexadecimal are none. */
function isRandomWord(word: string): boolean {
  return turnsIn(word) >= 8 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}

/** How often a letter or digit follows one of another kind, but for a small letter after its capital. */
function turnsIn(word: string): number {
  return word.match(/[a-z][A-Z0-9]|[A-Z][0-9]|[0-9][A-Za-z]/g)?.length ?? 0;
}
