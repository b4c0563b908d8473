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
  let shown: { readonly fraction: number | undefined; readonly text: string } | undefined;
  let step = 0;
  const draw = (): void => {
    if (!shown) return;
    step += 1;
    const room = Math.max(0, (stderr.columns ?? 80) - cells - 6);
    stderr.write(`\r\x1b[2K${barOf(shown.fraction, step)} ${report.clean(shown.text).slice(0, room)}`);
  };
  const timer = setInterval(draw, 120);
  timer.unref();
  return {
    show: (fraction, text) => {
      shown = { fraction, text };
      draw();
    },
    end: () => {
      clearInterval(timer);
      stderr.write('\r\x1b[2K');
    },
  };
}

/** Shows that something is going on, once it has gone on for a moment. */
export async function whileWaiting<Result>(
  context: Pick<CliContext, 'stderr' | 'report'>,
  { text, quiet }: { readonly text: string; readonly quiet: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  let progress: Progress | undefined;
  const timer = setTimeout(() => {
    progress = startProgress(context, quiet);
    progress.show(undefined, text);
  }, 400);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    progress?.end();
  }
}

function barOf(fraction: number | undefined, step: number): string {
  if (fraction === undefined) {
    const at = step % cells;
    return `${'░'.repeat(at)}█${'░'.repeat(cells - 1 - at)}    `;
  }
  const full = Math.round(Math.min(1, Math.max(0, fraction)) * cells);
  return `${'█'.repeat(full)}${'░'.repeat(cells - full)} ${String(Math.round((full / cells) * 100)).padStart(3)}%`;
}
