import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { ToolsError } from '../../src/errors/index.ts';
import { compareByCodePoint } from '../../src/registry/code-point-order.ts';
import {
  type AITool,
  AIToolRegistry,
  defineTool,
  idProblem,
  RegistrationError,
  type ToolDescriptor,
} from '../../src/registry/index.ts';
import { holds } from '../support/holds.ts';
import { thrownBy } from '../support/thrown-by.ts';

const tool = (id: string, more: Partial<ToolDescriptor> = {}): ToolDescriptor => ({
  id,
  displayName: id,
  ...more,
});

describe('a registered tool', () => {
  test('has the defaults of the eight fields and what follows from them', () => {
    const registry = new AIToolRegistry();
    registry.register({ id: 'codex', displayName: 'Codex CLI' });
    expect(registry.tool('codex')).toEqual({
      id: 'codex',
      displayName: 'Codex CLI',
      configDirectoryName: '.codex',
      configDirEnvVar: null,
      authLoginCommand: null,
      installCommand: null,
      sessionSubdirectories: [],
      ansiColor: '',
      supportsSetup: false,
      coloredTag: '[codex]\u001b[0m',
    });
  });

  test('keeps what it declares', () => {
    const declared = {
      ...tool('x', {
        configDirectoryName: '.config/x',
        configDirEnvVar: 'X_HOME',
        authLoginCommand: ['x', 'login'],
      }),
      installCommand: ['npm', 'install', '-g', 'x'],
      sessionSubdirectories: ['sessions'],
      ansiColor: '\u001b[32m',
      capabilities: ['headless'],
    };
    const registry = new AIToolRegistry();
    registry.register(declared);
    expect(registry.tool('x')).toEqual({
      ...declared,
      supportsSetup: true,
      coloredTag: '\u001b[32m[x]\u001b[0m',
    });
  });

  test('is a frozen copy, all the way down, that later changes of the original do not reach', () => {
    const original = {
      ...tool('x'),
      executable: { names: ['x'] },
      identity: [{ file: 'a.json', format: 'json' as const }],
    };
    const registry = new AIToolRegistry();
    registry.register(original);
    original.executable.names.push('y');
    expect(registry.tool('x')?.executable?.names).toEqual(['x']);
    expect(notFrozen(registry.tool('x'), 'tool')).toEqual([]);
    expect(notFrozen(registry.all(), 'all')).toEqual([]);
  });

  test('had each of its getters read once', () => {
    let reads = 0;
    const shifty = {
      get id() {
        return reads++ === 0 ? 'good' : '../evil';
      },
      displayName: 'Shifty',
    };
    const registry = new AIToolRegistry();
    registry.register(shifty);
    expect(reads).toBe(1);
    expect(registry.all().map(({ id }) => id)).toEqual(['good']);
  });

  test('survives JSON', () => {
    const registry = new AIToolRegistry();
    registry.register(tool('x', { sessionSubdirectories: ['sessions'] }));
    expect(JSON.parse(JSON.stringify(registry.tool('x')))).toEqual(registry.tool('x'));
  });

  test('may be registered again in another registry', () => {
    const [one, other] = [new AIToolRegistry(), new AIToolRegistry()];
    one.register(tool('x', { installCommand: ['npm', 'i', 'x'] }));
    for (const found of one.all()) other.register(found);
    expect(other.tool('x')).toEqual(one.tool('x'));
  });

  test.each([
    ['supportsSetup', true],
    ['coloredTag', '[other]\u001b[0m'],
  ])('cannot say otherwise about %s, which is derived', (field, value) => {
    const registry = new AIToolRegistry();
    const error = thrownBy(() => registry.register({ ...tool('x'), [field]: value }));
    expect(error).toMatchObject({ reason: 'invalidField', data: { problems: [{ path: `/${field}` }] } });
  });
});

describe('the table', () => {
  test('is empty, holds, forgets', () => {
    const registry = new AIToolRegistry();
    expect([registry.isEmpty, registry.all(), registry.tool('x')]).toEqual([true, [], undefined]);
    registry.register(tool('x'));
    expect([registry.isEmpty, registry.tool('x')?.id]).toEqual([false, 'x']);
    registry.seal();
    registry.reset();
    expect([registry.isEmpty, registry.all(), registry.tool('x')]).toEqual([true, [], undefined]);
    registry.register(tool('y'));
    expect(registry.tool('y')?.id).toBe('y');
  });

  test('is sorted by code point, not by UTF-16 unit and not by locale', () => {
    const registry = new AIToolRegistry();
    for (const id of ['zebra', 'Äpfel', '\u{1f600}x', '\uff5ex', 'a', '10', '9']) registry.register(tool(id));
    expect(registry.all().map(({ id }) => id)).toEqual([
      '10',
      '9',
      'a',
      'zebra',
      'Äpfel',
      '\uff5ex',
      '\u{1f600}x',
    ]);
  });

  test('gives the same frozen array until it changes', () => {
    const registry = new AIToolRegistry();
    const undo = registry.register(tool('x'));
    const before = registry.all();
    expect(registry.all()).toBe(before);
    expect(() => registry.register(tool('a b'))).toThrow();
    expect(registry.all()).toBe(before);
    undo();
    expect(registry.all()).not.toBe(before);
    expect([before.length, registry.all().length]).toEqual([1, 0]);
    expect(() => (before as AITool[]).push(before[0] as AITool)).toThrow(TypeError);
  });

  test('is not found by the names of Object.prototype', () => {
    const registry = new AIToolRegistry();
    expect(['constructor', '__proto__', 'toString', ''].map((id) => registry.tool(id))).toEqual(
      Array(4).fill(undefined),
    );
    registry.register(tool('constructor'));
    registry.register(tool('__proto__'));
    expect(registry.all().map(({ id }) => id)).toEqual(['__proto__', 'constructor']);
  });

  test('holds what a plain map would hold, whatever is registered and taken back', () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'B', 'c', 'ß', 'SS', 'ss', '\u{10400}', 'x y'),
      owner: fc.constantFrom('one', 'two'),
      undo: fc.nat(20),
    });
    holds(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const registry = new AIToolRegistry();
        const model = new Map<string, { owner: string; step: number }>();
        const undos: { readonly undo: () => void; readonly id: string; readonly step: number }[] = [];
        for (const [index, { id, owner, undo }] of steps.entries()) {
          const old = undos[undo];
          if (old !== undefined) {
            old.undo();
            if (model.get(old.id)?.step === old.step) model.delete(old.id);
          }
          if (mayRegister(model, id, owner)) {
            undos.push({
              undo: registry.register(tool(id, { description: `${index}` }), { owner }),
              id,
              step: index,
            });
            model.set(id, { owner, step: index });
          } else {
            expect(() => registry.register(tool(id), { owner })).toThrow(RegistrationError);
          }
          const expected = [...model].sort(([one], [other]) => compareByCodePoint(one, other));
          expect(registry.all().map((found) => [found.id, found.description])).toEqual(
            expected.map(([found, { step }]) => [found, `${step}`]),
          );
        }
      }),
    );
  });

  function mayRegister(model: ReadonlyMap<string, { owner: string }>, id: string, owner: string): boolean {
    if (idProblem(id) !== undefined) return false;
    const holder = model.get(id);
    if (holder !== undefined) return holder.owner === owner;
    const fold = (text: string) => text.toUpperCase().toLowerCase();
    return ![...model.keys()].some((other) => fold(other) === fold(id));
  }
});

describe('the undo of a registration', () => {
  test('may be called twice', () => {
    const registry = new AIToolRegistry();
    const undo = registry.register(tool('x'));
    undo();
    registry.register(tool('x'));
    undo();
    expect(registry.tool('x')?.id).toBe('x');
  });

  test('takes back its own registration and not the one that replaced it', () => {
    const registry = new AIToolRegistry();
    const same = tool('x');
    const first = registry.register(same);
    const second = registry.register(same);
    first();
    expect(registry.tool('x')?.id).toBe('x');
    second();
    expect(registry.tool('x')).toBeUndefined();
  });

  test('after a reset is without effect', () => {
    const registry = new AIToolRegistry();
    const undo = registry.register(tool('x'));
    registry.reset();
    registry.register(tool('x'));
    undo();
    expect(registry.isEmpty).toBe(false);
  });

  test('frees the folded id as well', () => {
    const registry = new AIToolRegistry();
    registry.register(tool('Claude'))();
    registry.register(tool('claude'));
    expect(registry.all().map(({ id }) => id)).toEqual(['claude']);
  });
});

describe('a registration is refused', () => {
  test.each([
    ['an id that breaks a rule', tool('a/b'), {}, 'containsPathSeparator', 'TOOL_ID_REFUSED'],
    ['an empty id', tool(''), {}, 'empty', 'TOOL_ID_REFUSED'],
    ['an id that is another one on a disk without case', tool('Claude'), {}, 'collides', 'TOOL_ID_REFUSED'],
    [
      'an id that is another one in compatibility form',
      tool('ｃｌａｕｄｅ'),
      {},
      'collides',
      'TOOL_ID_REFUSED',
    ],
    [
      'B094: the id of a tool that somebody else registered',
      tool('claude'),
      { owner: 'evil' },
      'ownedByAnother',
      'TOOL_OWNED_BY_ANOTHER',
    ],
    [
      'a field that is wrong',
      tool('x', { configDirectoryName: '../..' }),
      {},
      'invalidField',
      'TOOL_DESCRIPTOR_REFUSED',
    ],
  ])('for %s', (_, refused, options, reason, code) => {
    const registry = new AIToolRegistry();
    registry.register(tool('claude'), { owner: 'built-in' });
    const before = registry.all();
    const error = thrownBy(() => registry.register(refused, options));
    expect(error).toBeInstanceOf(RegistrationError);
    expect(error).toBeInstanceOf(ToolsError);
    expect(error).toMatchObject({ name: 'RegistrationError', id: refused.id, reason, code, exit: 2 });
    expect((error as RegistrationError).message).toContain(refused.id);
    expect((error as RegistrationError).hint).not.toBe('');
    expect(registry.all()).toBe(before);
    registry.register(tool('other'));
    expect(registry.tool('other')?.id).toBe('other');
  });

  test.each([
    [null],
    [undefined],
    ['claude'],
    [[]],
    [() => tool('x')],
    [new Map([['id', 'x']])],
    [{}],
    [{ id: 5, displayName: 'x' }],
    [{ id: 'x' }],
  ])('for what is no descriptor: %s', (value) => {
    const registry = new AIToolRegistry();
    const error = thrownBy(() => registry.register(value as unknown as ToolDescriptor));
    expect(error).toMatchObject({ name: 'RegistrationError', reason: 'invalidField' });
    expect(registry.isEmpty).toBe(true);
  });

  test('for a descriptor that cannot be read, as any other', () => {
    const registry = new AIToolRegistry();
    const broken = Object.defineProperty(tool('x'), 'displayName', {
      enumerable: true,
      get: () => {
        throw new Error('CANARY-not-yours');
      },
    });
    const error = thrownBy(() => registry.register(broken));
    expect(error).toMatchObject({
      reason: 'invalidField',
      data: { problems: [{ path: '/displayName', problem: 'cannot be read' }] },
    });
    expect(String(error)).not.toContain('CANARY');
  });

  test('names every field that is wrong', () => {
    const error = thrownBy(() =>
      new AIToolRegistry().register(
        tool('x', { configDirectoryName: '/etc', configDirEnvVar: 'PATH', ansiColor: 'red' }),
      ),
    );
    expect((error as Error).message).toMatch(/configDirectoryName.*configDirEnvVar.*ansiColor/);
  });
});

describe('after the seal', () => {
  test('a registration is refused and told why', () => {
    const registry = new AIToolRegistry();
    registry.register(tool('x'));
    registry.seal();
    const error = thrownBy(() => registry.register(tool('late')));
    expect(error).toMatchObject({ id: 'late', reason: 'sealed', code: 'REGISTRY_SEALED' });
    expect((error as Error).message).toMatch(/too late/);
    expect(registry.all().map(({ id }) => id)).toEqual(['x']);
    expect(() => registry.register(tool('x'))).toThrow(RegistrationError);
  });

  test('a host that asks for it is told of a registration instead', () => {
    const registry = new AIToolRegistry();
    const told: string[] = [];
    registry.seal({ onLateRegistration: ({ id }, owner) => told.push(`${id} of ${owner}`) });
    registry.register(tool('late'), { owner: 'plugin' });
    expect([told, registry.tool('late')?.id]).toEqual([['late of plugin'], 'late']);
    expect(() => registry.register(tool('late'), { owner: 'other' })).toThrow(RegistrationError);
    expect(told).toHaveLength(1);
  });

  test('a host that then throws has refused it', () => {
    const registry = new AIToolRegistry();
    registry.register(tool('x', { description: 'first' }));
    registry.seal({
      onLateRegistration: () => {
        throw new Error('not now');
      },
    });
    expect(() => registry.register(tool('late'))).toThrow('not now');
    expect(() => registry.register(tool('x', { description: 'second' }))).toThrow('not now');
    expect(registry.all().map(({ id, description }) => [id, description])).toEqual([['x', 'first']]);
  });

  test('what is registered can still be taken back', () => {
    const registry = new AIToolRegistry();
    const undo = registry.register(tool('x'));
    registry.seal();
    undo();
    expect(registry.isEmpty).toBe(true);
  });
});

describe('a registry of tools that were checked before', () => {
  const tools = [tool('b', { executable: { names: ['b'] }, ansiColor: '\u001b[31m' }), tool('a')];

  test('holds what registering each would have made', () => {
    const [quick, slow] = [AIToolRegistry.ofChecked(tools, 'built-in'), new AIToolRegistry()];
    for (const each of tools) slow.register(each, { owner: 'built-in' });
    expect(quick.all()).toEqual(slow.all());
    expect(quick.tool('b')).toBe(quick.all()[1]);
    expect(notFrozen(quick.all(), 'all')).toEqual([]);
    expect(Object.isFrozen(tools[0]?.executable)).toBe(false);
    expect(quick.ownerOf('b')).toBe('built-in');
  });

  test.each([
    ['a', 'ownedByAnother'],
    ['A', 'collides'],
  ])('refuses %s of somebody else: %s', (id, reason) => {
    const quick = AIToolRegistry.ofChecked(tools, 'built-in');
    expect(thrownBy(() => quick.register(tool(id), { owner: 'plugin' }))).toMatchObject({ reason });
  });
});

describe('types', () => {
  test('an id stays a literal, a field that is unknown does not compile, and what is returned is read-only', () => {
    const codex = defineTool({ id: 'codex', displayName: 'Codex CLI' });
    expectTypeOf(codex).toEqualTypeOf<ToolDescriptor<'codex'>>();
    expectTypeOf(new AIToolRegistry().all()).toEqualTypeOf<readonly AITool[]>();
    expectTypeOf(new AIToolRegistry().tool).returns.toEqualTypeOf<AITool | undefined>();
    expectTypeOf<AITool['configDirEnvVar']>().toEqualTypeOf<string | null>();
    // @ts-expect-error: displayName is missing.
    defineTool({ id: 'x' });
    // @ts-expect-error: there is no such field.
    defineTool({ id: 'x', displayName: 'X', colour: 'red' });
    // @ts-expect-error: derived, not declared.
    defineTool({ id: 'x', displayName: 'X', supportsSetup: true });
    // @ts-expect-error: no such class.
    defineTool({ id: 'x', displayName: 'X', directories: [{ path: 'a', kind: 'file', class: 'public' }] });
    const change = (tool: AITool) => {
      // @ts-expect-error: read-only.
      tool.id = 'other';
    };
    const registry = new AIToolRegistry();
    registry.register(codex);
    expect(() => change(registry.tool('codex') as AITool)).toThrow(TypeError);
  });
});

function notFrozen(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, entry]) => notFrozen(entry, `${path}.${key}`));
  return Object.isFrozen(value) ? inner : [path, ...inner];
}
