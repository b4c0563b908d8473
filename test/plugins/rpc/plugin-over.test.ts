import { afterEach, describe, expect, test, vi } from 'vitest';
import { ToolsError } from '../../../src/errors/index.ts';
import { wireLimits } from '../../../src/plugins/contract/index.ts';
import { pluginOver, type WireLimits } from '../../../src/plugins/rpc/index.ts';
import { type MemoryPeer, memoryPeer, type Request } from './memory-transport.ts';

afterEach(() => {
  vi.useRealTimers();
});

type Answer = (peer: MemoryPeer, id: number, params: unknown) => void;
type Answers = Readonly<Record<string, Answer>>;

const capabilities = { 'tool/describe': true, 'tool/accountInfo': true, 'tool/credentialCopy': true };
const result =
  (value: unknown): Answer =>
  (peer, id) =>
    peer.answer(id, value);
const error =
  (code: number, message = 'no'): Answer =>
  (peer, id) =>
    peer.fail(id, code, message);
const silence: Answer = () => {};
const crash: Answer = (peer) => peer.end({ code: 3 });

const sound: Answers = {
  initialize: result({ protocolVersion: '1', capabilities }),
  'tool/describe': result({ id: 'acme', displayName: 'Acme', installCommand: null }),
  'tool/accountInfo': result({ email: 'a@example.com', plan: null }),
  'tool/credentialCopy': result({ copied: true }),
};

/** A plugin each of whose starts answers as one of these says; the last of them for all later starts. */
function plugin(starts: readonly Answers[], limits: Partial<WireLimits> = {}) {
  const peers: MemoryPeer[] = [];
  const open = async () => {
    const answers: Answers = { ...sound, ...starts[Math.min(peers.length, starts.length - 1)] };
    const heard = ({ method, id, params }: Request, peer: MemoryPeer) => {
      if (id !== undefined) queueMicrotask(() => answers[method]?.(peer, id, params));
    };
    const peer = memoryPeer({ heard });
    peers.push(peer);
    return peer.transport;
  };
  const child = pluginOver(
    open,
    { file: '/p/acme', plugin: 'acme' },
    { limits: { ...wireLimits, readMs: 20, writeMs: 20, handshakeMs: 60, ...limits }, version: '1.2.3' },
  );
  return { child, peers };
}

const failing = (code: string, says = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(says) });

describe('describe', () => {
  test('initialize and describe go out in one write; nothing is started before', async () => {
    const { child, peers } = plugin([{}]);
    expect([child.state, peers.length]).toEqual(['discovered', 0]);
    expect(await child.describe()).toEqual({
      descriptor: { id: 'acme', displayName: 'Acme' },
      capabilities: ['tool/describe', 'tool/accountInfo', 'tool/credentialCopy'],
    });
    expect(child.state).toBe('ready');
    expect(peers[0]?.writes).toHaveLength(1);
    expect(peers[0]?.requests()).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '1',
          host: { name: 'ai-tool-registry', version: '1.2.3' },
          capabilities: { '$/cancelRequest': true },
        },
      },
      { jsonrpc: '2.0', id: 2, method: 'tool/describe' },
    ]);
  });

  test('who announces the whole descriptor is asked for it', async () => {
    const whole = {
      id: 'acme',
      displayName: 'Acme',
      configDirEnvVar: null,
      homepage: 'https://acme.example',
    };
    const { child } = plugin([
      {
        initialize: result({
          protocolVersion: '1.4',
          capabilities: { 'tool/descriptor': true, 'tool/describe': false },
        }),
        'tool/describe': error(-32_601),
        'tool/descriptor': result(whole),
      },
    ]);
    expect(await child.describe()).toEqual({ descriptor: whole, capabilities: ['tool/descriptor'] });
  });

  test('what is announced by anything but true is not there', async () => {
    const announced = {
      'tool/describe': true,
      'tool/accountInfo': 'yes',
      'tool/descriptor': 1,
      'tool/credentialCopy': {},
    };
    const { child, peers } = plugin([
      {
        initialize: result({ protocolVersion: '1', capabilities: announced }),
        'tool/accountInfo': result({}),
      },
    ]);
    expect((await child.describe()).capabilities).toEqual(['tool/describe']);
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(peers[0]?.requests()).toHaveLength(2);
  });

  test('what is in none of the eight fields of a description is left out', async () => {
    const { child } = plugin([{ 'tool/describe': result({ id: 'acme', displayName: 'A', homepage: 'x' }) }]);
    expect((await child.describe()).descriptor).toEqual({ id: 'acme', displayName: 'A' });
  });

  const descriptor = result({
    protocolVersion: '1',
    capabilities: { ...capabilities, 'tool/descriptor': true },
  });
  test.each<[string, Answers, string, string]>([
    ['no object', { 'tool/describe': result('acme') }, 'PLUGIN_ANSWER_MALFORMED', 'it is no object'],
    ['a list', { 'tool/describe': result([]) }, 'PLUGIN_ANSWER_MALFORMED', 'it is no object'],
    [
      'an id that is no text',
      { 'tool/describe': result({ id: 1 }) },
      'PLUGIN_ANSWER_MALFORMED',
      'its id is no text',
    ],
    [
      'B094: an id that leaves its folder',
      { 'tool/describe': result({ id: '../evil' }) },
      'PLUGIN_ANSWER_MALFORMED',
      'its id breaks a rule of ids: containsPathSeparator',
    ],
    ['an error', { 'tool/describe': error(5) }, 'PLUGIN_CALL_FAILED', 'error 5'],
    ['no such method', { 'tool/describe': error(-32_601) }, 'PLUGIN_METHOD_ABSENT', 'tool/describe'],
    [
      'two ids',
      { initialize: descriptor, 'tool/descriptor': result({ id: 'other' }) },
      'PLUGIN_ANSWER_MALFORMED',
      'its id is not the one of tool/describe',
    ],
    [
      'a whole descriptor that is announced and not there',
      { initialize: descriptor, 'tool/descriptor': error(-32_601) },
      'PLUGIN_METHOD_ABSENT',
      'tool/descriptor',
    ],
  ])('%s fails, and the plugin stays ready', async (_name, answers, code, says) => {
    const { child } = plugin([answers]);
    await expect(child.describe()).rejects.toEqual(failing(code, says));
    expect(child.state).toBe('ready');
    expect(child.problem).toEqual(failing(code));
    expect(await child.accountInfo('/h')).toEqual({ email: 'a@example.com' });
    expect(child.problem).toBeUndefined();
  });
});

describe('states', () => {
  test.each<[string, Answers, string]>([
    ['a hang', { initialize: silence }, 'it did not answer within 60 ms'],
    ['a crash', { initialize: crash }, 'it ended with exit code 3'],
    ['an error', { initialize: error(1, 'not today') }, 'it answered initialize with error 1: not today'],
    ['no initialize', { initialize: error(-32_601) }, 'it has no method initialize'],
    [
      'a version that is no text',
      { initialize: result({ protocolVersion: 1 }) },
      'its protocolVersion is no text',
    ],
    ['no capabilities', { initialize: result({ protocolVersion: '1' }) }, 'its capabilities are no object'],
  ])('discovered, initializing, absent by %s: final, and ended', async (_name, answers, why) => {
    const { child, peers } = plugin([answers, sound]);
    const first = child.describe();
    expect(child.state).toBe('initializing');
    await expect(first).rejects.toEqual(failing('PLUGIN_ABSENT', why));
    expect(child.state).toBe('absent');
    expect(child.problem).toEqual(failing('PLUGIN_ABSENT', why));
    expect(peers[0]?.isClosed()).toBe(true);
    await expect(child.describe()).rejects.toEqual(failing('PLUGIN_ABSENT', why));
    expect(await child.accountInfo('/h')).toBeUndefined();
    await expect(child.credentialCopy('/a', '/b')).rejects.toEqual(failing('PLUGIN_WRITE_ABORTED', why));
    expect(peers).toHaveLength(1);
  });

  test('absent, because it can not be started', async () => {
    let tries = 0;
    const open = async () => {
      tries += 1;
      throw new ToolsError('PROGRAM_NOT_FOUND', { program: '/p/acme' });
    };
    const child = pluginOver(open, { file: '/p/acme', plugin: 'acme' }, { limits: wireLimits, version: '1' });
    await expect(child.describe()).rejects.toEqual(failing('PLUGIN_ABSENT', 'its program is not there'));
    await expect(child.describe()).rejects.toEqual(failing('PLUGIN_ABSENT'));
    expect([child.state, tries]).toEqual(['absent', 1]);
  });

  test.each(['2', '0', '10', '', '1x', '2.0', 'v1'])(
    'rejected, final, for version %j',
    async (protocolVersion) => {
      const { child, peers } = plugin([{ initialize: result({ protocolVersion, capabilities: {} }) }, sound]);
      await expect(child.describe()).rejects.toEqual(
        failing(
          'PLUGIN_REJECTED',
          `speaks version ${JSON.stringify(protocolVersion)} of the protocol; this release speaks 1.`,
        ),
      );
      expect([child.state, peers[0]?.isClosed()]).toEqual(['rejected', true]);
      expect(await child.accountInfo('/h')).toBeUndefined();
      expect(child.problem).toEqual(failing('PLUGIN_REJECTED'));
      expect(peers).toHaveLength(1);
    },
  );

  test.each(['1', '1.0', '1.99', '1.2.3'])('ready for version %j', async (protocolVersion) => {
    const { child } = plugin([{ initialize: result({ protocolVersion, capabilities }) }]);
    await child.describe();
    expect(child.state).toBe('ready');
  });

  test.each<[string, Answer]>([
    ['a hang', silence],
    ['a crash', crash],
  ])('ready, unreachable by %s, initializing at the next use, ready', async (_name, odd) => {
    const { child, peers } = plugin([{ 'tool/accountInfo': odd }, sound]);
    await child.describe();
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(child.state).toBe('unreachable');
    expect(child.problem).toEqual(failing('PLUGIN_UNREACHABLE', 'tool/accountInfo'));
    expect(peers).toHaveLength(1);
    const again = child.accountInfo('/h');
    expect(child.state).toBe('initializing');
    expect(await again).toEqual({ email: 'a@example.com' });
    expect([child.state, child.problem, peers.length]).toEqual(['ready', undefined, 2]);
    expect(peers[0]?.isClosed()).toBe(true);
  });

  test('unreachable, because it ended while nobody asked it anything', async () => {
    const { child, peers } = plugin([sound]);
    await child.describe();
    peers[0]?.end({ signal: 'SIGKILL' });
    await Promise.resolve();
    expect(child.state).toBe('unreachable');
    expect(child.problem).toEqual(
      failing('PLUGIN_UNREACHABLE', 'the plugin acme was lost: it was ended by SIGKILL'),
    );
    expect(await child.accountInfo('/h')).toEqual({ email: 'a@example.com' });
    expect(peers).toHaveLength(2);
  });

  test('unreachable, then absent: it comes to no second start', async () => {
    const { child } = plugin([{ 'tool/accountInfo': crash }, { initialize: crash }]);
    await child.accountInfo('/h');
    expect(child.state).toBe('unreachable');
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(child.state).toBe('absent');
  });

  test('lost three times with no answer between, it is started no more', async () => {
    const { child, peers } = plugin([{ 'tool/accountInfo': crash }]);
    for (let n = 0; n < 6; n += 1) expect(await child.accountInfo('/h')).toBeUndefined();
    expect([child.state, peers.length]).toEqual(['absent', 3]);
    expect(child.problem).toEqual(failing('PLUGIN_ABSENT', 'it was lost 3 times in a row'));
  });

  test('who hangs in one call still gives the answers that others wait for, and is ended then', async () => {
    vi.useFakeTimers();
    const waiting: number[] = [];
    const { child, peers } = plugin([{ 'tool/accountInfo': (_peer, id) => waiting.push(id) }], {
      readMs: 50,
    });
    await child.describe();
    const slow = child.accountInfo('/slow');
    await vi.advanceTimersByTimeAsync(30);
    const other = child.accountInfo('/other');
    await vi.advanceTimersByTimeAsync(30);
    expect(await slow).toBeUndefined();
    expect([child.state, peers[0]?.isClosed()]).toEqual(['unreachable', false]);
    peers[0]?.answer(waiting[1], { email: 'b@example.com' });
    expect(await other).toEqual({ email: 'b@example.com' });
    await vi.advanceTimersByTimeAsync(0);
    expect([peers[0]?.isClosed(), peers.length]).toEqual([true, 1]);
  });

  test('several callers share one start', async () => {
    const { child, peers } = plugin([sound]);
    await Promise.all([
      child.describe(),
      child.accountInfo('/a'),
      child.describe(),
      child.credentialCopy('/a', '/b'),
    ]);
    expect(peers).toHaveLength(1);
    expect(peers[0]?.requests().filter(({ method }) => method === 'initialize')).toHaveLength(1);
  });
});

describe('reads degrade', () => {
  test.each<[string, Answer, string, string]>([
    ['an error', error(5, 'no such'), 'PLUGIN_CALL_FAILED', 'ready'],
    ['no object', result('x'), 'PLUGIN_ANSWER_MALFORMED', 'ready'],
    ['a field that is no text', result({ email: 1 }), 'PLUGIN_ANSWER_MALFORMED', 'ready'],
    ['null', result(null), 'PLUGIN_ANSWER_MALFORMED', 'ready'],
    ['a hang', silence, 'PLUGIN_UNREACHABLE', 'unreachable'],
  ])('%s is no answer, and the problem says why', async (_name, answer, code, state) => {
    const { child } = plugin([{ 'tool/accountInfo': answer }]);
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(child.problem).toEqual(failing(code));
    expect(child.state).toBe(state);
  });

  test('who did not announce it is not asked', async () => {
    const { child, peers } = plugin([{ initialize: result({ protocolVersion: '1', capabilities: {} }) }]);
    expect(await child.accountInfo('/h')).toBeUndefined();
    expect(child.problem).toEqual(failing('PLUGIN_METHOD_ABSENT', 'tool/accountInfo'));
    expect(peers[0]?.requests().map(({ method }) => method)).toEqual(['initialize', 'tool/describe']);
  });

  test('only what is known of an account is taken over', async () => {
    const { child } = plugin([
      {
        'tool/accountInfo': (peer, id) =>
          peer.say(
            `{"jsonrpc":"2.0","id":${id},"result":{"email":"a","__proto__":{"plan":"x"},"token":"t","organization":null}}\n`,
          ),
      },
    ]);
    expect(await child.accountInfo('/h')).toEqual({ email: 'a' });
  });

  test('one that is given up ends nothing: others wait on', async () => {
    const { child, peers } = plugin(
      [{ initialize: (peer, id) => setTimeout(() => sound.initialize?.(peer, id, {}), 20) }],
      { handshakeMs: 60_000 },
    );
    const given = new AbortController();
    const cancelled = child.accountInfo('/h', given.signal);
    const other = child.describe();
    given.abort();
    expect(await cancelled).toBeUndefined();
    expect((await other).descriptor).toEqual({ id: 'acme', displayName: 'Acme' });
    expect(await child.describe(AbortSignal.abort()).catch((error) => error.code)).toBe(
      'PLUGIN_CALL_CANCELLED',
    );
    expect([child.state, peers.length]).toEqual(['ready', 1]);
  });
});

describe('writes abort', () => {
  test.each<[string, Answer, string]>([
    ['a hang', silence, 'it did not answer within 20 ms'],
    ['a crash', crash, 'it ended with exit code 3'],
    ['an error', error(5, 'disk full'), 'it answered tool/credentialCopy with error 5: disk full'],
    ['copied: false', result({ copied: false }), 'it does not say that it copied'],
    ['copied: "true"', result({ copied: 'true' }), 'it does not say that it copied'],
    ['an empty answer', result({}), 'it does not say that it copied'],
    ['true alone', result(true), 'it does not say that it copied'],
    ['null', result(null), 'its result is null'],
    ['no such method', error(-32_601), 'it has no method tool/credentialCopy'],
  ])('%s: it may not have happened', async (_name, answer, why) => {
    const { child } = plugin([{ 'tool/credentialCopy': answer }]);
    await expect(child.credentialCopy('/from', '/to')).rejects.toEqual(
      expect.objectContaining({
        code: 'PLUGIN_WRITE_ABORTED',
        exit: 7,
        message: expect.stringMatching(/^tool\/credentialCopy of the plugin acme may not have happened: /),
      }),
    );
    expect(
      child.problem ?? (await child.credentialCopy('/from', '/to').catch((error) => error)),
    ).toBeInstanceOf(ToolsError);
    await expect(child.credentialCopy('/from', '/to')).rejects.toThrow(why);
  });

  test('copied: true is the one answer that resolves', async () => {
    const { child, peers } = plugin([sound]);
    await child.credentialCopy('/from', '/to');
    expect(peers[0]?.requests().at(-1)).toMatchObject({
      method: 'tool/credentialCopy',
      params: { from: '/from', to: '/to' },
    });
  });

  test('one that is given up, or was not begun, may not have happened either', async () => {
    const { child, peers } = plugin([{ 'tool/credentialCopy': silence }], { writeMs: 60_000 });
    await child.describe();
    const given = new AbortController();
    const begun = child.credentialCopy('/from', '/to', given.signal);
    await new Promise((resolve) => setTimeout(resolve, 5));
    given.abort();
    await expect(begun).rejects.toEqual(failing('PLUGIN_WRITE_ABORTED', 'was cancelled'));
    await Promise.resolve();
    expect(peers[0]?.requests().at(-1)?.method).toBe('$/cancelRequest');
    await expect(child.credentialCopy('/from', '/to', AbortSignal.abort())).rejects.toEqual(
      failing('PLUGIN_WRITE_ABORTED', 'was cancelled'),
    );
    expect(child.state).toBe('ready');
  });

  test('it is never tried a second time by itself', async () => {
    let asked = 0;
    const counting: Answer = (peer) => {
      asked += 1;
      peer.end({ code: 1 });
    };
    const { child } = plugin([{ 'tool/credentialCopy': counting }]);
    await expect(child.credentialCopy('/from', '/to')).rejects.toThrow();
    expect(asked).toBe(1);
  });
});

describe('close', () => {
  test('ends it, again does nothing, and a later call fails', async () => {
    const { child, peers } = plugin([sound]);
    await child.describe();
    await Promise.all([child.close(), child.close()]);
    await child.close();
    expect(peers[0]?.isClosed()).toBe(true);
    await expect(child.describe()).rejects.toThrow('it was closed');
    expect(await child.accountInfo('/h')).toBeUndefined();
    await expect(child.credentialCopy('/a', '/b')).rejects.toEqual(
      failing('PLUGIN_WRITE_ABORTED', 'it was closed'),
    );
    expect(peers).toHaveLength(1);
  });

  test('before anything was asked, it starts nothing', async () => {
    const { child, peers } = plugin([sound]);
    await child.close();
    expect(peers).toEqual([]);
    expect(child.state).toBe('discovered');
  });

  test('while it starts: who waits is told, and it is ended', async () => {
    const { child, peers } = plugin([{ initialize: silence }], { handshakeMs: 60_000 });
    const asked = child.describe();
    asked.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 5));
    await child.close();
    await expect(asked).rejects.toThrow('it was closed');
    expect(peers[0]?.isClosed()).toBe(true);
  });

  test('in the moment between its start and its greeting', async () => {
    const { child, peers } = plugin([sound]);
    const asked = child.describe();
    asked.catch(() => {});
    await child.close();
    await expect(asked).rejects.toThrow('it was closed');
    expect(peers.every((peer) => peer.isClosed())).toBe(true);
  });
});
