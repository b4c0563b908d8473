import type { AccountsContext } from '../../accounts/index.ts';
import { compareByCodePoint } from '../../registry/index.ts';
import type { Seeing } from './account-snapshot.ts';
import type { ActivePlugin } from './active-plugin.ts';
import { moduleProvider } from './module-provider.ts';
import type { TablePoint } from './plugin-table.ts';
import type { PluginsContext } from './plugins-context.ts';
import { programProvider } from './program-provider.ts';
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
      ranked(plugins, point).map((each) => ({
        plugin: each.plugin.is.id,
        provide: heard(telling, each, providerOf(ctx, each)),
        ...(isOfProgram(each.point) && { isProgram: true }),
      })) as never,
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

function providerOf(ctx: Seeing, { plugin, point }: RankedPoint): unknown {
  return isOfProgram(point) ? programProvider(ctx, plugin, point) : moduleProvider(ctx, plugin, point);
}

type Asked = (...given: unknown[]) => Promise<unknown>;

/** Whoever asks for these passes a failure over; what keeps the plugin from being asked at all was told before. */
function heard(
  telling: ReturnType<typeof toldFailures>,
  { plugin, point: { point } }: RankedPoint,
  provide: unknown,
): unknown {
  if (plugin.problem) return provide;
  const tellingOf =
    (ask: Asked): Asked =>
    (...given) =>
      telling(plugin.is.id, point, () => ask(...given));
  if (point === 'accountInfo') return tellingOf(provide as Asked);
  if (point !== 'listColumn') return provide;
  const column = provide as { readonly value: Asked };
  return { ...column, value: tellingOf(column.value) };
}

/** Of a module none of them has a name. */
function isOfProgram({ point, name }: TablePoint): boolean {
  return point === 'credentialCopy' || (point === 'accountInfo' && name !== undefined);
}
