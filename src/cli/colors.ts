import pc from 'picocolors';

/** What a colour means; never said by the colour alone. */
export type Tone = 'good' | 'bad' | 'doubtful' | 'aside';

export interface Colors {
  readonly bold: (text: string) => string;
  readonly toned: (text: string, tone: Tone | undefined) => string;
}

export function colorsFor(isWanted: boolean): Colors {
  const { bold, green, red, yellow, dim } = pc.createColors(isWanted);
  const tones = { good: green, bad: red, doubtful: yellow, aside: dim };
  return { bold, toned: (text, tone) => (tone === undefined ? text : tones[tone](text)) };
}
