import type { CliContext } from './cli-context.ts';

const cells = 24;

/** A bar on a terminal; elsewhere nothing. */
export interface Progress {
  /** From 0 to 1; undefined while it can't be told. */
  readonly show: (fraction: number | undefined, text: string) => void;
  readonly end: () => void;
}

export function startProgress(
  { stderr, report }: Pick<CliContext, 'stderr' | 'report'>,
  quiet: boolean,
): Progress {
  if (stderr.isTTY !== true || quiet) return { show: () => undefined, end: () => undefined };
  let step = 0;
  return {
    show: (fraction, text) => {
      step += 1;
      const room = Math.max(0, (stderr.columns ?? 80) - cells - 6);
      stderr.write(`\r\x1b[2K${barOf(fraction, step)} ${report.clean(text).slice(0, room)}`);
    },
    end: () => stderr.write('\r\x1b[2K'),
  };
}

function barOf(fraction: number | undefined, step: number): string {
  if (fraction === undefined) {
    const at = step % cells;
    return `${'░'.repeat(at)}█${'░'.repeat(cells - 1 - at)}    `;
  }
  const full = Math.round(Math.min(1, Math.max(0, fraction)) * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${String(Math.round((full / cells) * 100)).padStart(3)}%`;
}
