import type { QuickHost } from '../../platform/index.ts';
import { damagedArguments, type ProgramStart, shellLines, shells } from '../../process/index.ts';
import { launchEnvironment } from '../home/launch-environment.ts';
import { launchDepth } from '../launch/launch-depth.ts';
import { environmentForShell } from '../launch/shell-environment.ts';
import { readKey } from '../store/account-key.ts';
import { wholeOf } from './launch-record.ts';
import { hostOf, placesOf } from './quick-context.ts';
import type { FoundRecord, QuickProgram } from './quick-record.ts';

// What is worked out as the slow way does, from what we were started with: a run within a run, variables of other
// tools, a key, a platform on which names have several spellings.

/**
 * Lines for a shell; undefined: it is none that we know.
 * @throws ToolsError VARIABLE_NOT_EXPRESSIBLE
 */
export async function oddLines(
  host: QuickHost,
  record: FoundRecord,
  wanted: string,
): Promise<string | undefined> {
  const shell = shells.find((known) => known === wanted);
  const whole = wholeOf(record);
  return (
    shell &&
    whole &&
    shellLines(shell, environmentForShell(host, whole.environment, whole.shell, whole.label))
  );
}

/**
 * A program and what it is given; undefined: a variable is taken away, or it or an argument can't be passed on, and the
 * user is told so.
 * @throws ToolsError LAUNCH_LOOP, and as readKey
 */
export async function oddStart(
  host: QuickHost,
  record: FoundRecord,
  { file, args: first, isManaged }: QuickProgram,
  args: readonly string[],
): Promise<ProgramStart | undefined> {
  const whole = wholeOf(record);
  const ctx = placesOf(hostOf(host));
  if (!whole || damagedArguments(ctx.host, args).length > 0) return undefined;
  const { tool, label, account, kind } = record;
  const more = launchDepth(ctx, { id: tool }, file);
  const key = kind === 'key' ? readKey(ctx, { tool, label, id: account }) : undefined;
  const { env, removed, damaged } = launchEnvironment(host, whole.environment, { key, more, isManaged });
  if (removed.length + damaged.length > 0) return undefined;
  return { file, args: [...first, ...args], env, cwd: host.cwd };
}
