import pc from 'picocolors';

/** What a colour means; never said by the colour alone. */
export type Tone = 'good' | 'bad' | 'doubtful' | 'aside';

export interface Colors {
  readonly bold: (text: string) => string;
  readonly toned: (text: string, tone: Tone | undefined) => string;
}

/** NO_COLOR wins, then FORCE_COLOR, then whether the stream is a terminal that can. */
export function hasColors(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTerminal && env.TERM !== 'dumb';
}

export function colorsFor(isWanted: boolean): Colors {
  const { bold, green, red, yellow, dim } = pc.createColors(isWanted);
  const tones = { good: green, bad: red, doubtful: yellow, aside: dim };
  return { bold, toned: (text, tone) => (tone === undefined ? text : tones[tone](text)) };
}
