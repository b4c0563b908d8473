/** One that can't draw over what it has shown, or is read aloud. */
export function isPlainTerminal({ TERM, ACCESSIBLE }: Readonly<Record<string, string | undefined>>): boolean {
  return TERM === 'dumb' || (ACCESSIBLE !== undefined && !/^(?:|0|false)$/.test(ACCESSIBLE));
}
