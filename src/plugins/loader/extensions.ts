import type { AccountsContext } from '../../accounts/index.ts';
import { compareByCodePoint } from '../../registry/index.ts';
import type { Seeing } from './account-snapshot.ts';
import type { ActivePlugin } from './active-plugin.ts';
import type { TablePoint } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { isOfProgram, pointProviders } from './point-providers.ts';
import { toldFailures } from './told-failures.ts';

type Extensions = AccountsContext['extensions'];

/** A provider of a point, and whose it is. */
export interface RankedPoint {
  readonly plugin: ActivePlugin;
  readonly point: TablePoint;
}

/** What plugins give for the points of accounts. Nothing of theirs is loaded before it is called. */
export function extensionsOf(
  ctx: Seeing & Pick<PluginsContext, 'tell'>,
  plugins: readonly ActivePlugin[],
): Extensions {
  const telling = toldFailures(ctx.tell);
  return {
    providers: (point) =>
      ranked(plugins, point).map(({ plugin, point: at }) => ({
        plugin: plugin.is.id,
        provide: pointProviders[point]({
          ...{ ctx, plugin, at },
          // What keeps a plugin from being asked at all was told before.
          telling: (ask) => (plugin.problem ? ask() : telling(plugin.is.id, point, ask)),
        }),
        ...(isOfProgram(at) && { isProgram: true }),
      })),
  };
}

/** Highest priority first; ties go by plugin id, then by the order of registration. */
export function ranked(plugins: readonly ActivePlugin[], point: TablePoint['point']): readonly RankedPoint[] {
  return plugins
    .flatMap((plugin) => plugin.is.points.map((each) => ({ plugin, point: each })))
    .filter((each) => each.point.point === point)
    .toSorted(
      (one, other) =>
        other.point.priority - one.point.priority ||
        compareByCodePoint(one.plugin.is.id, other.plugin.is.id) ||
        one.point.order - other.point.order,
    );
}
