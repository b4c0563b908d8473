import type { ToolDescriptor } from './descriptor.ts';
import { descriptorChecks } from './descriptor-checks.ts';
import type { DescriptorProblem } from './descriptor-problem.ts';
import { descriptorShape } from './descriptor-shape.ts';
import { RegistrationError } from './registration-error.ts';
import { copyAs } from './shape-copy.ts';
import { idProblem, parseToolId } from './tool-id.ts';

/** Everything that is wrong with a value as a descriptor; empty: it may be registered. */
export function checkDescriptor(value: unknown): readonly DescriptorProblem[] {
  const { copy, problems } = copyAs(descriptorShape, value);
  if (problems.length > 0) return problems;
  const tool = copy as ToolDescriptor;
  const reason = idProblem(tool.id);
  return reason === undefined ? crossProblems(tool) : [{ path: '/id', problem: reason }];
}

/**
 * A deep-frozen copy of a descriptor; each property is read once.
 * @throws RegistrationError naming the first rule that the id breaks, or every field that is wrong.
 */
export function readDescriptor<Id extends string>(value: ToolDescriptor<Id>): ToolDescriptor<Id> {
  const { copy, problems } = copyAs(descriptorShape, value);
  const id = readId(copy);
  if (id !== undefined) parseToolId(id);
  const tool = copy as ToolDescriptor<Id>;
  const all = problems.length > 0 ? problems : crossProblems(tool);
  if (all.length > 0)
    throw new RegistrationError('TOOL_DESCRIPTOR_REFUSED', 'invalidField', { id: id ?? '', problems: all });
  return tool;
}

/** The id of a copy, which may lack one, or be none. */
function readId(copy: unknown): string | undefined {
  if (typeof copy !== 'object' || copy === null || !Object.hasOwn(copy, 'id')) return undefined;
  const { id } = copy as { readonly id: unknown };
  return typeof id === 'string' ? id : undefined;
}

function crossProblems(tool: ToolDescriptor): readonly DescriptorProblem[] {
  for (const field in tool) {
    if (crossFields.has(field))
      return descriptorChecks
        .filter(({ fields }) => fields.some((name) => name in tool))
        .flatMap(({ check }) => check(tool));
  }
  return [];
}

/** Without any of them, which is how most are that come by the thousand, no check has to be asked. */
const crossFields: ReadonlySet<string> = new Set(descriptorChecks.flatMap(({ fields }) => fields));
