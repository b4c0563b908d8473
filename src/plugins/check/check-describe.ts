import { checkDescriptor, idProblem, resolveTool, type ToolDescriptor } from '../../registry/index.ts';
import { describedFields, wireMethods } from '../contract/index.ts';
import { isSameJson } from '../manifest/index.ts';
import type { RunningPlugin } from './plugin-program.ts';
import { type ProgramContext, replyWords } from './program-context.ts';
import { safeSentence, shown } from './shown.ts';
import { isFields } from './wire-message.ts';

type Described = Readonly<Record<string, unknown>>;

/** What the plugin says of its tool, in both ways that it can. @returns the most it says, to be looked at as data */
export async function checkDescribe(
  ctx: ProgramContext,
  plugin: RunningPlugin,
  capabilities: readonly string[],
): Promise<unknown> {
  const { book } = ctx;
  const described = await describe(ctx, plugin);
  if (described === undefined) {
    book.skip('wire/stable', 'it does not describe its tool');
    return undefined;
  }
  await describeAgain(ctx, plugin, described);
  if (!capabilities.includes(wireMethods.descriptor)) return described;
  const reply = await plugin.ask(wireMethods.descriptor, {}, ctx.patience.call);
  if (reply.kind !== 'result') {
    book.fail('wire/descriptor', safeSentence(replyWords(reply)));
    return described;
  }
  compare(ctx, described, reply.result);
  return reply.result;
}

async function describe(ctx: ProgramContext, plugin: RunningPlugin): Promise<Described | undefined> {
  const { book, patience } = ctx;
  const reply = await plugin.ask(wireMethods.describe, {}, patience.call);
  if (reply.kind !== 'result') {
    book.fail('wire/describe', safeSentence(replyWords(reply)));
    return undefined;
  }
  const { result } = reply;
  if (!isFields(result)) {
    book.fail('wire/describe', `it answered ${shown(result)}, and no object`);
    return undefined;
  }
  for (const field of describedFields) {
    const problem = fieldProblem(field, result);
    if (problem !== undefined) book.fail('wire/describe', problem);
  }
  const known: ReadonlySet<string> = new Set(describedFields);
  for (const field of Object.keys(result))
    if (!known.has(field)) book.warn('wire/describe', `${shown(field)} is none of the eight fields`);
  book.pass('wire/describe');
  return result;
}

/** What each field is; null besides, where there may be nothing. */
const fieldKinds: Readonly<Record<(typeof describedFields)[number], 'text' | 'text?' | 'texts' | 'texts?'>> =
  {
    id: 'text',
    displayName: 'text',
    configDirectoryName: 'text',
    configDirEnvVar: 'text?',
    authLoginCommand: 'texts?',
    installCommand: 'texts?',
    sessionSubdirectories: 'texts',
    ansiColor: 'text',
  };

function fieldProblem(field: (typeof describedFields)[number], described: Described): string | undefined {
  if (!Object.hasOwn(described, field)) return `${field} is left out`;
  const [value, kind] = [described[field], fieldKinds[field]];
  if (kind.endsWith('?') && value === null) return undefined;
  const reason = field === 'id' && typeof value === 'string' ? idProblem(value) : undefined;
  if (reason !== undefined) return `id is ${shown(value)}, which no tool can have (${reason})`;
  const isRight = kind.startsWith('texts')
    ? Array.isArray(value) && value.every((each) => typeof each === 'string')
    : typeof value === 'string';
  const wanted = kind.startsWith('texts') ? 'a list of texts' : 'a text';
  return isRight
    ? undefined
    : `${field} is ${shown(value)}: it must be ${wanted}${kind.endsWith('?') ? ', or null' : ''}`;
}

async function describeAgain(ctx: ProgramContext, plugin: RunningPlugin, before: Described): Promise<void> {
  const again = await plugin.ask(wireMethods.describe, {}, ctx.patience.call);
  const isSame = again.kind === 'result' && isSameJson(again.result, before);
  if (isSame) ctx.book.pass('wire/stable');
  else if (again.kind !== 'result') ctx.book.fail('wire/stable', safeSentence(replyWords(again)));
  else ctx.book.fail('wire/stable', `the second time it answered ${shown(again.result)}`);
}

/** The eight fields of the whole descriptor, its defaults filled in, are what was described. */
function compare({ book }: ProgramContext, described: Described, descriptor: unknown): void {
  const resolved = resolvedFields(descriptor);
  for (const field of resolved ? describedFields : [])
    if (!isSameJson(resolved?.[field], described[field]))
      book.fail(
        'wire/descriptor',
        `${field} is ${shown(described[field])} in one, ${shown(resolved?.[field])} in the other`,
      );
  if (resolved) book.pass('wire/descriptor');
  else book.skip('wire/descriptor', 'its descriptor is not within bounds');
}

/** undefined: what is wrong with it is told by the checks of descriptors. */
function resolvedFields(descriptor: unknown): Described | undefined {
  if (checkDescriptor(descriptor).length > 0) return undefined;
  return { ...resolveTool(descriptor as ToolDescriptor) };
}
