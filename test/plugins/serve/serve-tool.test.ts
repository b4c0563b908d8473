import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wireLimits } from '../../../src/plugins/contract/index.ts';
import { type ServeHandlers, serveTool } from '../../../src/plugins/serve/index.ts';
import { defineTool, resolveTool } from '../../../src/registry/index.ts';
import { builtInTools } from '../../../src/tools/index.ts';

const acme = defineTool({ id: 'acme', displayName: 'Acme CLI', installCommand: ['npm', 'i', '-g', 'acme'] });
const unanswered: ServeHandlers = { accountInfo: () => new Promise(() => {}) };

describe('what every host begins with', () => {
  test('initialize announces what there are handlers for, and no more', async () => {
    expect(await resultOf({ method: 'initialize' })).toEqual({
      protocolVersion: '1',
      capabilities: { 'tool/describe': true, 'tool/descriptor': true },
    });
    const handlers = { accountInfo: () => undefined, credentialCopy: () => true };
    expect(await resultOf({ method: 'initialize' }, handlers)).toMatchObject({
      capabilities: { 'tool/accountInfo': true, 'tool/credentialCopy': true },
    });
  });

  test('tool/describe answers the eight fields in their order, with defaults, and null for what there is not', async () => {
    const described = (await resultOf({ method: 'tool/describe' })) as object;
    expect(JSON.stringify(described)).toBe(
      JSON.stringify({
        id: 'acme',
        displayName: 'Acme CLI',
        configDirectoryName: '.acme',
        configDirEnvVar: null,
        authLoginCommand: null,
        installCommand: ['npm', 'i', '-g', 'acme'],
        sessionSubdirectories: [],
        ansiColor: '',
      }),
    );
  });

  test.each(builtInTools.map((tool) => [tool.id, tool] as const))(
    'a built-in served as a plugin describes itself as it is registered: %s',
    async (_id, tool) => {
      const replies = await talk(tool, {}, [call(1, 'tool/describe'), call(2, 'tool/descriptor')]);
      expect(resolveTool(tool)).toMatchObject((replies[0] as { result: object }).result);
      expect(replies[1]).toEqual({ jsonrpc: '2.0', id: 2, result: tool });
    },
  );
});

describe('what is no call gets no reply, and what comes after it does', () => {
  test.each([
    ['an unparseable line', 'hello'],
    ['half of a call', '{"jsonrpc":"2.0","id":1,"method":"initi'],
    ['an empty line', ''],
    ['a notification', '{"jsonrpc":"2.0","method":"initialize"}'],
    ['an unknown notification', '{"jsonrpc":"2.0","method":"exit"}'],
    ['a string id', '{"jsonrpc":"2.0","id":"1","method":"initialize"}'],
    ['an id that is no integer', '{"jsonrpc":"2.0","id":1.5,"method":"initialize"}'],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"initialize"}'],
    ['params as an array', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":[]}'],
    ['a method that is no text', '{"jsonrpc":"2.0","id":1,"method":7}'],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"initialize"}]'],
    ['a reply', '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['a line longer than a line may be', `"${'x'.repeat(wireLimits.lineBytes)}"`],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe])],
  ])('%s', async (_what, line) => {
    expect(await talk(acme, {}, [line, call(9, 'nothing')])).toEqual([
      { jsonrpc: '2.0', id: 9, error: { code: -32601, message: 'no method nothing' } },
    ]);
  });
});

test('whatever JSON comes as a line, each whole call is answered once and nothing else is', async () => {
  const member = (...values: unknown[]) =>
    fc.oneof(fc.jsonValue(), ...values.map((value) => fc.constant(value)));
  const message = fc.record(
    {
      id: member(1, 2, '1', null),
      method: member('initialize', 'tool/describe', 'tool/accountInfo', '$/cancelRequest'),
      params: member({ configDir: '/a' }, { id: 1 }, []),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(message, fc.jsonValue())), async (values) => {
      const lines = values.map((value) => JSON.stringify(value));
      const replies = (await talk(acme, { accountInfo: () => ({}) }, lines)) as { id: number }[];
      const calls = lines.map((line) => JSON.parse(line)).filter(isCall);
      const ids = (all: readonly { id: number }[]) =>
        all.map(({ id }) => id).sort((one, other) => one - other);
      expect(ids(replies)).toEqual(ids(calls));
    }),
    { numRuns: 200 },
  );
});

describe('an unknown method, or bad params', () => {
  test.each(['tool/accountInfo', 'tool/credentialCopy', 'constructor', '__proto__', ''])(
    '-32601 for what there is no handler for: "%s"',
    async (method) => {
      expect(await errorOf({ method })).toEqual({ code: -32601, message: `no method ${method}` });
    },
  );

  test.each([
    ['tool/accountInfo', undefined, 'configDir'],
    ['tool/accountInfo', {}, 'configDir'],
    ['tool/accountInfo', { configDir: 7 }, 'configDir'],
    ['tool/accountInfo', { configDir: '' }, 'configDir'],
    ['tool/accountInfo', { configDir: 'a/b' }, 'configDir'],
    ['tool/credentialCopy', { from: '/a' }, 'to'],
    ['tool/credentialCopy', { from: '../a', to: '/b' }, 'from'],
  ])('-32602 for %s with %j', async (method, params, name) => {
    const handlers = { accountInfo: () => undefined, credentialCopy: () => true };
    expect(await errorOf({ method, params }, handlers)).toEqual({
      code: -32602,
      message: `${method} needs "${name}": an absolute path`,
    });
  });

  test.each(['/home/me/.acme', 'C:\\Users\\me\\.acme', 'd:/acme', '\\\\server\\share\\acme'])(
    'a path of either kind of system is absolute: %s',
    async (configDir) => {
      const handlers = { accountInfo: (asked: string) => ({ email: asked }) };
      const asked = { method: 'tool/accountInfo', params: { configDir } };
      expect(await resultOf(asked, handlers)).toEqual({ email: configDir });
    },
  );
});

describe('handlers', () => {
  const asked = { method: 'tool/accountInfo', params: { configDir: '/a' } };
  const copy = { method: 'tool/credentialCopy', params: { from: '/a', to: '/b' } };

  test('an account that nobody knows is an empty answer, never null', async () => {
    expect(await resultOf(asked, { accountInfo: async () => undefined })).toEqual({});
  });

  test.each([
    [true, true],
    [false, false],
    [undefined, false],
    ['yes', false],
    [1, false],
  ])('a copy that says %j is answered as copied: %j', async (said, copied) => {
    expect(await resultOf(copy, { credentialCopy: async () => said as boolean })).toEqual({ copied });
  });

  test.each([
    ['an error', () => Promise.reject(new Error('no such account\n    at acme'))],
    [
      'one that is thrown at once',
      () => {
        throw new Error('no such account\n    at acme');
      },
    ],
  ])('%s is answered with its message, and never with where it was thrown', async (_what, accountInfo) => {
    const error = await errorOf(asked, { accountInfo });
    expect(error).toEqual({ code: -32603, message: 'no such account\n    at acme' });
  });

  test.each([
    ['text', 'plain', 'plain'],
    ['nothing', undefined, 'undefined'],
    ['a long message', new Error('m'.repeat(5_000)), 'm'.repeat(1_000)],
  ])('what is thrown may be anything: %s', async (_what, thrown, message) => {
    expect(await errorOf(asked, { accountInfo: () => Promise.reject(thrown) })).toEqual({
      code: -32603,
      message,
    });
  });

  test('an answer that can’t be sent is an error: no JSON, or longer than a line', async () => {
    const answers = (value: unknown) => ({ accountInfo: async () => value as object });
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(await errorOf(asked, answers(circle))).toMatchObject({ code: -32603 });
    expect(await errorOf(asked, answers({ email: 1n }))).toMatchObject({ code: -32603 });
    const long = { email: 'é'.repeat(wireLimits.lineBytes / 2) };
    expect(await errorOf(asked, answers(long))).toMatchObject({
      code: -32603,
      message: `the answer is longer than ${wireLimits.lineBytes} bytes`,
    });
  });

  test('several calls run at once, and each is answered under its own id', async () => {
    const waiting = new Map<string, () => void>();
    const accountInfo = (configDir: string) =>
      new Promise<object>((done) => {
        waiting.set(configDir, () => done({ email: configDir }));
        if (waiting.size === 3)
          setImmediate(() => {
            for (const dir of ['/3', '/1', '/2']) waiting.get(dir)?.();
          });
      });
    const lines = ['/1', '/2', '/3'].map((configDir, index) =>
      call(index, 'tool/accountInfo', { configDir }),
    );
    const replies = (await talk(acme, { accountInfo }, lines)) as { id: number; result: object }[];
    expect(replies.map(({ id, result }) => [id, result])).toEqual([
      [2, { email: '/3' }],
      [0, { email: '/1' }],
      [1, { email: '/2' }],
    ]);
  });

  test('a handler that is a method of an object keeps its object', async () => {
    class Acme {
      readonly email = 'me@example.com';
      accountInfo() {
        return { email: this.email };
      }
    }
    expect(await resultOf(asked, new Acme())).toEqual({ email: 'me@example.com' });
  });
});

describe('$/cancelRequest', () => {
  const begun = call(7, 'tool/accountInfo', { configDir: '/a' });
  const cancel = '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7,"reason":"timeout"}}';
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)));

  test('aborts the handler’s signal; the call is answered once, as cancelled', async () => {
    const handlers: ServeHandlers = { accountInfo: (_dir, { signal }) => untilAborted(signal) };
    expect(await talk(acme, handlers, [begun, cancel, cancel])).toEqual([
      { jsonrpc: '2.0', id: 7, error: { code: -32800, message: 'cancelled' } },
    ]);
  });

  test('a handler that has finished all the same says what happened', async () => {
    const handlers: ServeHandlers = {
      credentialCopy: (_from, _to, { signal }) => untilAborted(signal).catch(() => true),
    };
    const copy = call(7, 'tool/credentialCopy', { from: '/a', to: '/b' });
    expect(await talk(acme, handlers, [copy, cancel])).toEqual([
      { jsonrpc: '2.0', id: 7, result: { copied: true } },
    ]);
  });

  test.each([
    ['another call', '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":8}}'],
    ['no call at all', '{"jsonrpc":"2.0","method":"$/cancelRequest"}'],
    ['the id as text', '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"7"}}'],
  ])('of %s changes nothing', async (_what, line) => {
    let isAborted: boolean | undefined;
    const accountInfo: ServeHandlers['accountInfo'] = async (_dir, { signal }) => {
      await new Promise((done) => setImmediate(done));
      isAborted = signal.aborted;
      return {};
    };
    expect(await talk(acme, { accountInfo }, [begun, line])).toHaveLength(1);
    expect(isAborted).toBe(false);
  });
});

describe('the end of the other side', () => {
  test('what hangs is aborted, and not waited for', async () => {
    let signal: AbortSignal | undefined;
    const accountInfo: ServeHandlers['accountInfo'] = (_dir, options) => {
      signal = options.signal;
      return new Promise(() => {});
    };
    expect(await talk(acme, { accountInfo }, [call(1, 'tool/accountInfo', { configDir: '/a' })])).toEqual([]);
    expect(signal?.aborted).toBe(true);
  });

  test('a last line without an end of its own is answered', async () => {
    async function* input() {
      yield call(1, 'initialize');
    }
    const written: string[] = [];
    await serveTool(acme, unanswered, { input: input(), output: { write: (text) => written.push(text) } });
    expect(written).toHaveLength(1);
  });

  test('a call that came in three pieces is one call', async () => {
    async function* input() {
      const bytes = Buffer.from(`${call(1, 'tool/accountInfo', { configDir: '/ü' })}\n`);
      const middle = bytes.indexOf('ü') + 1;
      yield* [bytes.subarray(0, 5), bytes.subarray(5, middle), bytes.subarray(middle)];
    }
    const written: string[] = [];
    const accountInfo = (email: string) => ({ email });
    await serveTool(
      acme,
      { accountInfo },
      { input: input(), output: { write: (text) => written.push(text) } },
    );
    expect(written).toEqual(['{"jsonrpc":"2.0","id":1,"result":{"email":"/ü"}}\n']);
  });
});

/** As AIToolKit reads one. */
function isCall(value: { id?: unknown; method?: unknown; params?: unknown } | null): value is { id: number } {
  const { id, method, params } = Object(value);
  const hasParams =
    params === undefined || params === null || (typeof params === 'object' && !Array.isArray(params));
  return !Array.isArray(value) && Number.isSafeInteger(id) && typeof method === 'string' && hasParams;
}

function call(id: number, method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** Every reply to the lines, each of which is one line. */
async function talk(
  tool: typeof acme | (typeof builtInTools)[number],
  handlers: ServeHandlers,
  lines: readonly (string | Uint8Array)[],
): Promise<readonly unknown[]> {
  async function* input() {
    for (const line of lines) yield* [line, '\n'];
  }
  const written: string[] = [];
  await serveTool(tool, handlers, { input: input(), output: { write: (text) => written.push(text) } });
  return written.map((text) => {
    expect(text.indexOf('\n')).toBe(text.length - 1);
    return JSON.parse(text);
  });
}

async function resultOf(asked: { method: string; params?: object }, handlers: ServeHandlers = {}) {
  const [reply] = await talk(acme, handlers, [call(1, asked.method, asked.params)]);
  return (reply as { result: unknown }).result;
}

async function errorOf(asked: { method: string; params?: object | undefined }, handlers: ServeHandlers = {}) {
  const [reply] = await talk(acme, handlers, [call(1, asked.method, asked.params)]);
  return (reply as { error: unknown }).error;
}
