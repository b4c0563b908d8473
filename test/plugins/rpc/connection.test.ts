import { afterEach, describe, expect, test, vi } from 'vitest';
import { wireLimits } from '../../../src/plugins/contract/index.ts';
import { connect, type WireLimits } from '../../../src/plugins/rpc/index.ts';
import { type MemoryPeer, memoryPeer } from './memory-transport.ts';

afterEach(() => {
  vi.useRealTimers();
});

const name = { plugin: 'acme', file: '/p/acme' };
const bounds = { timeoutMs: 60_000 };

function connected(
  given: { readonly limits?: Partial<WireLimits>; readonly stderr?: string; readonly peer?: MemoryPeer } = {},
) {
  const peer = given.peer ?? memoryPeer({ ...(given.stderr && { stderr: given.stderr }) });
  const connection = connect(peer.transport, { ...wireLimits, ...given.limits }, name);
  const call = (method = 'm', more: Partial<Parameters<typeof connection.call>[2]> = {}) => {
    const outcome = connection.call(method, undefined, { ...bounds, ...more });
    // Told by whoever awaits it.
    outcome.catch(() => {});
    return outcome;
  };
  return { peer, connection, call };
}

const written = () => Promise.resolve();

describe('calls', () => {
  test('ids are integers; what is called in one tick goes out in one write', async () => {
    const { peer, connection } = connected();
    void connection.call('a', { x: 1 }, bounds);
    void connection.call('b', undefined, bounds);
    await written();
    expect(peer.writes).toEqual([
      '{"jsonrpc":"2.0","id":1,"method":"a","params":{"x":1}}\n{"jsonrpc":"2.0","id":2,"method":"b"}\n',
    ]);
    void connection.call('c', undefined, bounds);
    await written();
    expect(peer.writes).toHaveLength(2);
    expect(peer.requests().map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('each gets its own answer, in whatever order and pieces they come', async () => {
    const { peer, call } = connected();
    const both = [call(), call()];
    peer.say('{"jsonrpc":"2.0","id":2,"result":"second"}\n{"jsonrpc":"2.0","id":1,"re');
    peer.say('sult":{"first":true}}\r\n');
    expect(await Promise.all(both)).toEqual([{ first: true }, 'second']);
  });

  test('our process stays for a call, and not for an idle plugin', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const { peer, call } = connected();
    expect(peer.isKept()).toBe(false);
    const [first, second] = [call(), call()];
    expect(timers()).toBe(before + 1);
    peer.answer(1, true);
    expect(timers()).toBe(before + 1);
    peer.answer(2, true);
    expect(timers()).toBe(before);
    expect(await Promise.all([first, second])).toEqual([true, true]);
    const third = call();
    expect(timers()).toBe(before + 1);
    peer.end({ code: 0 });
    expect(timers()).toBe(before);
    await expect(third).rejects.toThrow('exit code 0');
  });

  test('one that is not answered in time fails, is taken back, and its late answer is dropped', async () => {
    const { peer, connection, call } = connected();
    const [slow, other] = [call('slow', { timeoutMs: 20 }), call('other')];
    await expect(slow).rejects.toMatchObject({
      code: 'PLUGIN_UNREACHABLE',
      message: 'the plugin acme gave no answer to slow: it did not answer within 20 ms.',
    });
    expect(peer.requests().at(-1)).toEqual({
      jsonrpc: '2.0',
      method: '$/cancelRequest',
      params: { id: 1, reason: 'timeout' },
    });
    peer.answer(1, 'late');
    peer.answer(2, 'mine');
    expect(await other).toBe('mine');
    expect([connection.late(), connection.noise().lines]).toEqual([1, 0]);
  });

  test('each has its own time, and the shortest is not held up by the longest', async () => {
    vi.useFakeTimers();
    const { connection } = connected();
    const ended: number[] = [];
    for (const timeoutMs of [60, 20, 40, 20]) {
      connection.call('m', undefined, { timeoutMs }).catch(() => ended.push(timeoutMs));
    }
    const endedAfter = async (milliseconds: number) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      return [...ended];
    };
    expect(await endedAfter(19)).toEqual([]);
    expect(await endedAfter(1)).toEqual([20, 20]);
    expect(await endedAfter(20)).toEqual([20, 20, 40]);
    expect(await endedAfter(20)).toEqual([20, 20, 40, 60]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('one that is given up is taken back, and is no failure of the plugin', async () => {
    const { peer, connection, call } = connected();
    const given = new AbortController();
    const cancelled = call('slow', { signal: given.signal });
    await written();
    given.abort();
    await expect(cancelled).rejects.toMatchObject({ code: 'PLUGIN_CALL_CANCELLED', exit: 130 });
    await written();
    expect(peer.requests().at(-1)?.params).toEqual({ id: 1, reason: 'cancelled' });
    peer.answer(1, 'late');
    expect(connection.late()).toBe(1);
    expect(connection.waiting()).toBe(0);
  });

  test('one that was given up before is not sent', async () => {
    const { peer, call } = connected();
    await expect(call('m', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'PLUGIN_CALL_CANCELLED',
    });
    expect(peer.writes).toEqual([]);
  });

  test('a signal that is aborted after the answer takes nothing back', async () => {
    const { peer, call } = connected();
    const given = new AbortController();
    const answered = call('m', { signal: given.signal });
    await written();
    peer.answer(1, 'done');
    given.abort();
    expect(await answered).toBe('done');
    expect(peer.writes).toHaveLength(1);
  });

  test('an answer that comes twice is dropped the second time', async () => {
    const { peer, connection, call } = connected();
    const [first, second] = [call(), call()];
    peer.answer(1, 'one');
    peer.answer(1, 'again');
    peer.answer(2, 'two');
    expect(await Promise.all([first, second])).toEqual(['one', 'two']);
    expect([connection.late(), connection.noise().lines]).toEqual([1, 0]);
  });
});

describe('answers that can not be used', () => {
  test.each<[string, object, string, string]>([
    [
      'a string id is named as the mistake it is',
      { jsonrpc: '2.0', id: '1', result: {} },
      'PLUGIN_ANSWER_MALFORMED',
      'it answered id "1" where 1 was asked; an id is the integer that was sent',
    ],
    [
      'a string id, though it has an error',
      { jsonrpc: '2.0', id: '1', error: { code: 5, message: 'x' } },
      'PLUGIN_ANSWER_MALFORMED',
      'it answered id "1" where 1 was asked',
    ],
    [
      'null as its result',
      { jsonrpc: '2.0', id: 1, result: null },
      'PLUGIN_ANSWER_MALFORMED',
      'its result is null, and it has no error',
    ],
    ['no "jsonrpc"', { id: 1, result: {} }, 'PLUGIN_ANSWER_MALFORMED', 'it lacks "jsonrpc"'],
    [
      'an error without a code',
      { jsonrpc: '2.0', id: 1, error: { message: 'x' } },
      'PLUGIN_ANSWER_MALFORMED',
      'its error lacks an integer code or a message',
    ],
    [
      'an error that is a text',
      { jsonrpc: '2.0', id: 1, error: 'x' },
      'PLUGIN_ANSWER_MALFORMED',
      'its error lacks an integer code or a message',
    ],
    [
      'no such method',
      { jsonrpc: '2.0', id: 1, error: { code: -32_601, message: 'Method not found: m' } },
      'PLUGIN_METHOD_ABSENT',
      'has no method m',
    ],
    [
      'an error of its own',
      { jsonrpc: '2.0', id: 1, error: { code: 7, message: 'no\u001b[2J such.\n' } },
      'PLUGIN_CALL_FAILED',
      'answered m with error 7: no\\x1b[2J such.',
    ],
    [
      'an error, which is asked for before the result',
      { jsonrpc: '2.0', id: 1, result: {}, error: { code: 7, message: 'no' } },
      'PLUGIN_CALL_FAILED',
      'error 7: no',
    ],
    [
      'null as its id, with an error: it may speak of any call',
      { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } },
      'PLUGIN_CALL_FAILED',
      'error -32700: Parse error',
    ],
    [
      'null as its id, with a result',
      { jsonrpc: '2.0', id: null, result: {} },
      'PLUGIN_ANSWER_MALFORMED',
      'its id is null',
    ],
    ['no id', { jsonrpc: '2.0', result: {} }, 'PLUGIN_ANSWER_MALFORMED', 'its id is null'],
  ])('%s', async (_name, answer, code, says) => {
    const { peer, connection, call } = connected();
    const asked = call();
    peer.say(`${JSON.stringify(answer)}\n`);
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringContaining(says) });
    expect(connection.waiting()).toBe(0);
    const next = call();
    peer.answer(2, 'still there');
    expect(await next).toBe('still there');
  });

  test('an error that is null is none', async () => {
    const { peer, call } = connected();
    const asked = call();
    peer.say('{"jsonrpc":"2.0","id":1,"result":1,"error":null}\n');
    expect(await asked).toBe(1);
  });

  test('null as its id fails all calls that wait', async () => {
    const { peer, connection, call } = connected();
    const both = [call('a'), call('b')];
    peer.fail(null, 1, 'which?');
    await expect(both[0]).rejects.toThrow('answered a with error 1');
    await expect(both[1]).rejects.toThrow('answered b with error 1');
    expect(connection.waiting()).toBe(0);
  });

  test.each(['{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"which?"}}', '{"error":{}}'])(
    'of no call while none waits, %s is noise',
    async (line) => {
      const { peer, connection, call } = connected();
      peer.say(`${line}\n`);
      expect(connection.noise().lines).toBe(1);
      const asked = call();
      peer.answer(1, 'answered');
      expect(await asked).toBe('answered');
    },
  );

  test('a very long error is cut', async () => {
    const { peer, call } = connected();
    const asked = call();
    peer.fail(1, 1, 'x'.repeat(100_000));
    await expect(asked).rejects.toSatisfy((error: Error) => error.message.length < 400);
  });
});

describe('what else it says', () => {
  test('a request of its own is refused, a notification is ignored', async () => {
    const { peer, connection } = connected();
    peer.say('{"jsonrpc":"2.0","id":"x","method":"window/showMessage","params":{}}\n');
    peer.say('{"jsonrpc":"2.0","id":5,"method":"n"}\n{"jsonrpc":"2.0","method":"log","params":{}}\n');
    await written();
    expect(
      peer.writes
        .join('')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        jsonrpc: '2.0',
        id: 'x',
        error: { code: -32_601, message: 'Method not found: window/showMessage' },
      },
      { jsonrpc: '2.0', id: 5, error: { code: -32_601, message: 'Method not found: n' } },
    ]);
    expect(connection.noise().lines).toBe(0);
  });

  test.each<[string, string | Uint8Array, string]>([
    ['a line of text', 'hello\u001b[2J\n', 'hello\\x1b[2J'],
    ['what is not UTF-8', Buffer.from('b\xff\n', 'latin1'), 'b\\xff'],
    [
      'a hundred bytes of nothing after a letter',
      Buffer.from(`b${'\xff'.repeat(100)}\n`, 'latin1'),
      `b${'\\xff'.repeat(19)}`,
    ],
    ['a list', '[{"jsonrpc":"2.0","id":1,"result":1}]\n', '[{"jsonrpc":"2.0","id":1,"result":1}]'],
    ['an object that is no message', '{"level":"info"}\n', '{"level":"info"}'],
    ['a method that is no text', '{"method":1,"id":1}\n', '{"method":1,"id":1}'],
    [
      'an answer to what was never asked',
      '{"jsonrpc":"2.0","id":9,"result":1}\n',
      '{"jsonrpc":"2.0","id":9,"result":1}',
    ],
    [
      'an id that is no integer',
      '{"jsonrpc":"2.0","id":1.5,"result":1}\n',
      '{"jsonrpc":"2.0","id":1.5,"result":1}',
    ],
    [
      'one that is less than what was asked',
      '{"jsonrpc":"2.0","id":0.5,"result":1}\n',
      '{"jsonrpc":"2.0","id":0.5,"result":1}',
    ],
    [
      'a string id of nothing that was asked',
      '{"jsonrpc":"2.0","id":"a","result":1}\n',
      '{"jsonrpc":"2.0","id":"a","result":1}',
    ],
    ['a line that is too long', `${'x'.repeat(2000)}\n`, 'x'.repeat(80)],
  ])('B087: %s is skipped, counted and kept escaped', async (_name, noise, first) => {
    const { peer, connection, call } = connected({ limits: { lineBytes: 1000 } });
    const asked = call();
    peer.say(noise);
    peer.say('more\n');
    peer.answer(1, 'answered');
    expect(await asked).toBe('answered');
    expect(connection.noise()).toEqual({ lines: 2, first });
  });

  test('a byte order mark before the first answer is none of it, and no noise', async () => {
    const { peer, connection, call } = connected();
    const asked = call();
    peer.say('\uFEFF{"jsonrpc":"2.0","id":1,"result":"answered"}\r\n');
    expect(await asked).toBe('answered');
    expect(connection.noise().lines).toBe(0);
  });

  test('B087: too much noise, and it is given up: whatever waits fails, and it is ended', async () => {
    const { peer, connection, call } = connected({ limits: { noiseLines: 2 } });
    const asked = call();
    peer.say('hello\n\u001b]0;x\u0007\n');
    expect(connection.waiting()).toBe(1);
    peer.say('third\n'.repeat(1000));
    await expect(asked).rejects.toMatchObject({
      code: 'PLUGIN_UNREACHABLE',
      message:
        'the plugin acme gave no answer to m: it wrote 3 lines of output that are no protocol, the first "hello".',
    });
    expect(peer.isClosed()).toBe(true);
    expect(connection.noise().lines).toBe(3);
    peer.answer(1, 'too late');
    await expect(call()).rejects.toMatchObject({ code: 'PLUGIN_UNREACHABLE' });
  });

  test('who runs into the time limit is told of the noise: it may be the answer', async () => {
    const { peer, call } = connected();
    const asked = call('m', { timeoutMs: 20 });
    peer.say('{"jsonrpc":"2.0","id":1,\n');
    await expect(asked).rejects.toThrow(
      'but wrote 1 line of output that is no protocol, the first "{"jsonrpc":',
    );
  });
});

describe('a side that does not read', () => {
  test('what waits for it is bounded: the call that is too much fails at once', async () => {
    const { peer, call } = connected({ limits: { pendingBytes: 200 } });
    peer.block();
    const [first, second] = [call('a'.repeat(60)), call('b'.repeat(60))];
    await written();
    await expect(call('c'.repeat(60))).rejects.toMatchObject({
      code: 'PLUGIN_UNREACHABLE',
      message: expect.stringContaining('it does not take what it is sent'),
    });
    peer.answer(1, 1);
    peer.answer(2, 2);
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  test('much at once is written as it is made, 64 KiB at a time', async () => {
    const { peer, call } = connected();
    for (let n = 0; n < 3000; n += 1) void call('a'.repeat(20));
    await written();
    expect(peer.writes.map(({ length }) => length >= 65_536)).toEqual([true, true, false]);
    expect(peer.requests().map(({ id }) => id)).toEqual(Array.from({ length: 3000 }, (_, n) => n + 1));
  });

  test('nothing is written until there is room, and then all of it at once', async () => {
    const { peer, call } = connected();
    peer.block();
    void call('a');
    await written();
    void call('b');
    void call('c');
    await written();
    expect(peer.writes).toHaveLength(1);
    peer.drain();
    expect(peer.writes).toHaveLength(2);
    expect(peer.requests().map(({ method }) => method)).toEqual(['a', 'b', 'c']);
  });

  test('its own requests are dropped when our refusals pile up', async () => {
    const { peer, connection } = connected({ limits: { pendingBytes: 300 } });
    peer.block();
    peer.say('{"jsonrpc":"2.0","id":1,"method":"m"}\n'.repeat(1000));
    await written();
    peer.drain();
    expect(peer.requests().length).toBeLessThan(5);
    expect(connection.noise().lines).toBe(0);
  });
});

describe('B088: the other side ends', () => {
  test.each<[string, Parameters<MemoryPeer['end']>[0], string]>([
    ['with a code', { code: 3 }, 'it ended with exit code 3'],
    ['by a signal', { signal: 'SIGKILL' }, 'it was ended by SIGKILL'],
    ['its output alone', { isRunning: true }, 'it closed its output and goes on'],
  ])('%s: every call that waits fails, and every later one', async (_name, how, says) => {
    const { peer, connection, call } = connected();
    const both = [call('a'), call('b')];
    peer.end(how);
    for (const asked of both) {
      await expect(asked).rejects.toMatchObject({
        code: 'PLUGIN_UNREACHABLE',
        message: expect.stringContaining(says),
      });
    }
    const before = peer.writes.length;
    await expect(call('c')).rejects.toThrow(says);
    expect(peer.writes).toHaveLength(before);
    expect(await connection.ended).toContain(says);
    expect(peer.isKept()).toBe(false);
  });

  test('its last words are told, the last line of them, harmless', async () => {
    const { peer, call } = connected({ stderr: 'Traceback:\n  x\nNameError: \u001b[31macme\n' });
    const asked = call();
    peer.end({ code: 1 });
    await expect(asked).rejects.toThrow('exit code 1; its last words: NameError: \\x1b[31macme.');
  });

  test('half a line is noise, an answer without a line end is one', async () => {
    const { peer, call } = connected();
    const [first, second] = [call(), call()];
    peer.say('{"jsonrpc":"2.0","id":1,"result":"whole"}');
    peer.end({ code: 0 });
    expect(await first).toBe('whole');
    await expect(second).rejects.toThrow('exit code 0');
    const other = connected();
    const asked = other.call();
    other.peer.say('{"jsonrpc":"2.0","id":1,"res');
    other.peer.end({ code: 1 });
    await expect(asked).rejects.toThrow('exit code 1, having written 1 line of output that is no protocol');
  });

  test('we end it: what waits fails', async () => {
    const { peer, connection, call } = connected();
    const asked = call();
    await connection.close();
    await expect(asked).rejects.toThrow('it was closed');
    expect(peer.isClosed()).toBe(true);
  });
});
