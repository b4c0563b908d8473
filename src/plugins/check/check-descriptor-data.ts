import {
  type AITool,
  checkDescriptor,
  foldName,
  resolveTool,
  type ToolDescriptor,
} from '../../registry/index.ts';
import type { CheckBook } from './check-book.ts';
import { checkClasses } from './check-classes.ts';
import { checkHome } from './check-home.ts';
import { checkIsolation } from './check-isolation.ts';
import { checkPaths } from './check-paths.ts';
import { checkSecrets } from './check-secrets.ts';
import type { CheckId } from './check-table.ts';
import type { DescriptorContext } from './descriptor-context.ts';
import { safeSentence, shown } from './shown.ts';

const later: readonly CheckId[] = [
  'descriptor/paths',
  'descriptor/home',
  'descriptor/isolation',
  'descriptor/classes',
  'descriptor/secrets',
];

/** Looks at what a plugin says of one tool. @returns the tool, where it may be registered */
export async function checkDescriptorData(
  ctx: DescriptorContext,
  value: unknown,
): Promise<AITool | undefined> {
  const { book } = ctx;
  const name = nameOf(value);
  checkJson(book, name, value);
  const problems = checkDescriptor(value);
  for (const { path, problem } of problems)
    book.fail('descriptor/bounds', safeSentence(`${name}: ${path || 'the whole'} ${problem}`));
  if (problems.length > 0) {
    book.skipAll(later, 'its fields are not within their bounds');
    return undefined;
  }
  book.pass('descriptor/bounds');
  const tool = resolveTool(value as ToolDescriptor);
  checkFree(ctx, tool);
  checkPaths(ctx, tool);
  checkIsolation(ctx, tool);
  checkClasses(ctx, tool);
  checkSecrets(ctx, tool);
  await checkHome(ctx, tool);
  return tool;
}

function nameOf(value: unknown): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' ? shown(id) : 'a descriptor without an id';
}

function checkJson(book: CheckBook, name: string, value: unknown): void {
  const problem = jsonProblem(value);
  if (problem === undefined) book.pass('descriptor/json');
  else book.fail('descriptor/json', safeSentence(`${name}: ${problem}`));
}

function jsonProblem(value: unknown): string | undefined {
  try {
    return lostIn(value, JSON.parse(JSON.stringify(value) ?? 'null'), '');
  } catch {
    return 'can not be written as JSON';
  }
}

/** Where something is that is not there, or is something else, when it comes back from JSON. */
function lostIn(before: unknown, after: unknown, path: string): string | undefined {
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null)
    return Object.is(before, after) ? undefined : `${path || 'the whole'} does not come through JSON`;
  const keys = Reflect.ownKeys(before).filter((key) => !(Array.isArray(before) && key === 'length'));
  for (const key of keys) {
    const [one, other] = [before[key as never], (after as Record<PropertyKey, unknown>)[key]];
    const lost = lostIn(one, other, `${path}/${String(key)}`);
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function checkFree({ book, builtIns }: DescriptorContext, tool: AITool): void {
  if (builtIns === undefined) return;
  const folded = foldName(tool.id);
  const taken = builtIns.all().find(({ id }) => foldName(id) === folded);
  if (taken === undefined) book.pass('descriptor/free');
  else book.fail('descriptor/free', `"${taken.id}" is built in, and no plugin replaces it`);
}
