/** NO_COLOR wins, then FORCE_COLOR, then whether the stream is a terminal that can. */
export function hasColors(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}
