import { ToolsError } from '../errors/index.ts';

/** `tool`, `tool@installation`, `tool#account` or `tool@installation#account`, and the options beside it. */
export interface Address {
  readonly tool: string;
  readonly account?: string;
  readonly installation?: string;
}

interface Options {
  readonly account?: string | undefined;
  readonly installation?: string | undefined;
}

/** Split at the first `#`, then at the first `@`: a label may hold an `@`, an installation may not hold a `#`. */
export function parseAddress(text: string, options: Options = {}): Address {
  const [place, account] = splitAt(text, '#');
  const [tool, installation] = splitAt(place, '@');
  for (const [part, name] of [
    [tool, 'tool'],
    [account, 'account'],
    [installation, 'installation'],
    [options.account, 'account'],
    [options.installation, 'installation'],
  ] as const) {
    if (part === '') throw new ToolsError('ADDRESS_UNUSABLE', { address: text, part: name });
  }
  const chosen = agreed(text, account, options.account);
  const placed = agreed(text, installation, options.installation);
  return {
    tool,
    ...(chosen === undefined ? {} : { account: chosen }),
    ...(placed === undefined ? {} : { installation: placed }),
  };
}

function splitAt(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The same thing may be said in two places, as long as it is the same. */
export function agreed(
  address: string,
  inAddress: string | undefined,
  given: string | undefined,
): string | undefined {
  if (inAddress !== undefined && given !== undefined && inAddress !== given) {
    throw new ToolsError('ADDRESS_CONFLICT', { address, value: given });
  }
  return given ?? inAddress;
}
