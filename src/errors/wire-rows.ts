import { typedPath } from './typed-path.ts';

/** Who is talked with over the wire: a name for people, and the program. */
export interface WirePeer {
  readonly plugin: string;
  readonly file: string;
}

/** Rows of the error table about plugins that are programs, and what is said over the wire. `why` is a clause. */
export const wireRows = {
  PLUGIN_ABSENT: {
    exit: 1,
    message: (d: WirePeer & { why: string }) => `the plugin ${d.plugin} can't be used: ${d.why}.`,
    hint: checkIt,
  },
  PLUGIN_REJECTED: {
    exit: 1,
    message: (d: WirePeer & { version: string; ours: string }) =>
      `the plugin ${d.plugin} speaks version ${d.version} of the protocol; this release speaks ${d.ours}.`,
    hint: checkIt,
  },
  PLUGIN_UNREACHABLE: {
    exit: 1,
    /** `method`: what it was asked, if it was. */
    message: (d: WirePeer & { method?: string | undefined; why: string }) =>
      `the plugin ${d.plugin} ${d.method === undefined ? 'was lost' : `gave no answer to ${d.method}`}: ${d.why}.`,
    hint: checkIt,
  },
  PLUGIN_CALL_FAILED: {
    exit: 1,
    message: (d: WirePeer & { method: string; code: number; said: string }) =>
      `the plugin ${d.plugin} answered ${d.method} with error ${d.code}: ${d.said}.`,
    hint: checkIt,
  },
  PLUGIN_CALL_CANCELLED: {
    exit: 130,
    message: (d: WirePeer & { method: string }) => `${d.method} of the plugin ${d.plugin} was cancelled.`,
    hint: checkIt,
  },
  PLUGIN_METHOD_ABSENT: {
    exit: 1,
    message: (d: WirePeer & { method: string }) => `the plugin ${d.plugin} has no method ${d.method}.`,
    hint: checkIt,
  },
  PLUGIN_ANSWER_MALFORMED: {
    exit: 1,
    message: (d: WirePeer & { method: string; why: string }) =>
      `what the plugin ${d.plugin} answered to ${d.method} can't be used: ${d.why}.`,
    hint: checkIt,
  },
  PLUGIN_NOISY: {
    exit: 1,
    /** `first`: the beginning of the first line, harmless. */
    message: (d: WirePeer & { lines: number; first: string }) =>
      `the plugin ${d.plugin} wrote non-protocol output to stdout: ${d.lines === 1 ? 'a line' : `${d.lines} lines, the first`} "${d.first}".`,
    hint: checkIt,
  },
  PLUGIN_WRITE_ABORTED: {
    exit: 7,
    message: (d: WirePeer & { method: string; why: string }) =>
      `${d.method} of the plugin ${d.plugin} may not have happened: ${d.why}.`,
    hint: checkIt,
  },
};

function checkIt(d: { file: string }): string {
  return `tools plugin check ${typedPath(d.file)}`;
}
