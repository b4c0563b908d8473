import { ToolsError, type WirePeer } from '../../errors/index.ts';
import { wireMethods } from '../contract/index.ts';
import { accountInfoOf, confirmCopied } from './answered-calls.ts';
import type { ChildPlugin } from './child-plugin.ts';
import type { CallBounds, WireLimits } from './connection.ts';
import { orCancelled } from './or-cancelled.ts';
import { type PluginSession, pluginSessions } from './plugin-sessions.ts';
import type { Transport } from './transport.ts';
import { cancelled, methodAbsent, whyOf } from './wire-failure.ts';

/** A plugin behind whatever carries the wire: reads degrade, writes abort. */
export function pluginOver(
  open: () => Promise<Transport>,
  peer: WirePeer,
  { limits, version }: { readonly limits: WireLimits; readonly version: string },
): ChildPlugin {
  const sessions = pluginSessions(open, peer, limits, version);

  const within = async <Value>(
    method: string,
    signal: AbortSignal | undefined,
    use: (session: PluginSession) => Promise<Value>,
  ): Promise<Value> => {
    let session: PluginSession | undefined;
    try {
      session = await orCancelled(sessions.ready(), signal, () => cancelled(peer, method));
      const value = await use(session);
      sessions.answered();
      return value;
    } catch (error) {
      if (error instanceof ToolsError) sessions.failed(session, error);
      throw error;
    }
  };
  const call = <Value>(
    method: string,
    params: object,
    bounds: CallBounds,
    resultOf: (peer: WirePeer, result: unknown) => Value,
  ): Promise<Value> =>
    within(method, bounds.signal, async ({ capabilities, connection }) => {
      if (!(await capabilities).includes(method)) throw methodAbsent(peer, method);
      return resultOf(peer, await connection.call(method, params, bounds));
    });

  return {
    file: peer.file,
    get state() {
      return sessions.state();
    },
    get problem() {
      return sessions.problem();
    },
    get noise() {
      return sessions.noise();
    },
    describe: (signal) =>
      within(wireMethods.describe, signal, ({ described }) =>
        orCancelled(described, signal, () => cancelled(peer, wireMethods.describe)),
      ),
    accountInfo: async (configDir, signal) => {
      const bounds = { timeoutMs: limits.readMs, signal };
      try {
        return await call(wireMethods.accountInfo, { configDir }, bounds, accountInfoOf);
      } catch (error) {
        if (error instanceof ToolsError) return undefined;
        throw error;
      }
    },
    credentialCopy: async (from, to, signal) => {
      const method = wireMethods.credentialCopy;
      const bounds = { timeoutMs: limits.writeMs, signal };
      try {
        await call(method, { from, to }, bounds, confirmCopied);
      } catch (error) {
        if (!(error instanceof ToolsError)) throw error;
        throw new ToolsError(
          'PLUGIN_WRITE_ABORTED',
          { ...peer, method, why: whyOf(error) },
          { cause: error },
        );
      }
    },
    close: sessions.close,
  };
}
