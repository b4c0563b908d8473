import { ToolsError, type WirePeer } from '../../errors/index.ts';
import type { ChildState } from './child-plugin.ts';
import { type Connection, connect, type WireLimits } from './connection.ts';
import { type Handshake, shakeHands } from './handshake.ts';
import type { Noise } from './noise-log.ts';
import type { Transport } from './transport.ts';
import { isCode, unreachable, whyOf } from './wire-failure.ts';

/** One start of a plugin, from its handshake to its loss. */
export interface PluginSession extends Handshake {
  readonly connection: Connection;
}

export interface PluginSessions {
  readonly state: () => ChildState;
  readonly problem: () => ToolsError | undefined;
  readonly noise: () => Noise;
  /**
   * The plugin, ready. Whoever needs it while it starts shares that start.
   * @throws ToolsError PLUGIN_ABSENT, PLUGIN_REJECTED, PLUGIN_UNREACHABLE
   */
  readonly ready: () => Promise<PluginSession>;
  /** A call was answered. */
  readonly answered: () => void;
  /** A call failed; a session that gives no answers is left. */
  readonly failed: (session: PluginSession | undefined, error: ToolsError) => void;
  readonly close: () => Promise<void>;
}

/** So often a plugin is lost with no answer between, before it is started no more. */
const mostLosses = 3;

/** The states of a plugin behind a wire, whatever carries it; `open` starts it. */
export function pluginSessions(
  open: () => Promise<Transport>,
  peer: WirePeer,
  limits: WireLimits,
  version: string,
): PluginSessions {
  let state: ChildState = 'discovered';
  let problem: ToolsError | undefined;
  let starting: Promise<PluginSession> | undefined;
  let live: PluginSession | undefined;
  let noise = (): Noise => ({ lines: 0, first: '' });
  let losses = 0;
  let isClosed = false;
  const connections = new Set<Connection>();

  const begin = async (): Promise<PluginSession> => {
    state = 'initializing';
    try {
      const connection = connect(await open(), limits, peer);
      connections.add(connection);
      noise = connection.noise;
      const session = { connection, ...shakeHands(connection, peer, limits, version) };
      if (isClosed) await end(connection);
      await session.capabilities;
      state = 'ready';
      problem = undefined;
      live = session;
      void connection.ended.then((why) => lose(session, unreachable(peer, undefined, why)));
      return session;
    } catch (error) {
      throw refuse(error);
    }
  };
  /** It could not be started; in this run it is not tried again. */
  const refuse = (error: unknown): unknown => {
    if (!(error instanceof ToolsError) || isClosed) return error;
    for (const connection of connections) void end(connection);
    state = isCode(error, 'PLUGIN_REJECTED') ? 'rejected' : 'absent';
    problem = state === 'rejected' ? error : absent(whyOf(error));
    return problem;
  };
  const absent = (why: string) => new ToolsError('PLUGIN_ABSENT', { ...peer, why });
  /** The next use starts it again. */
  const lose = (session: PluginSession, error: ToolsError) => {
    if (live !== session || isClosed) return;
    live = undefined;
    starting = undefined;
    losses += 1;
    const isLast = losses >= mostLosses;
    state = isLast ? 'absent' : 'unreachable';
    problem = isLast
      ? absent(`it was lost ${losses} times in a row, the last because ${whyOf(error)}`)
      : error;
    // Others may still get their answers of it.
    void session.connection.quiet().then(() => end(session.connection));
  };
  const end = async (connection: Connection): Promise<void> => {
    await connection.close();
    connections.delete(connection);
  };
  const endAll = () => Promise.all([...connections].map(end));

  return {
    state: () => state,
    problem: () => problem,
    noise: () => noise(),
    ready: async () => {
      if (isClosed) throw unreachable(peer, undefined, 'it was closed');
      if (problem && (state === 'absent' || state === 'rejected')) throw problem;
      starting ??= begin();
      return await starting;
    },
    answered: () => {
      losses = 0;
      if (live) problem = undefined;
    },
    failed: (session, error) => {
      if (session && isCode(error, 'PLUGIN_UNREACHABLE')) lose(session, error);
      if (live || state === 'unreachable') problem = error;
    },
    close: async () => {
      isClosed = true;
      await endAll();
      await starting?.catch(() => {});
      await endAll();
    },
  };
}
