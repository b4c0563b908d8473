import type { ToolDescriptor } from './descriptor.ts';
import { descriptorChecks } from './descriptor-checks.ts';
import type { DescriptorProblem } from './descriptor-problem.ts';
import { descriptorShape } from './descriptor-shape.ts';
import { RegistrationError } from './registration-error.ts';
import { copyAs } from './shape-copy.ts';
import { idProblem } from './tool-id.ts';

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
  const tool = copy as ToolDescriptor<Id> | undefined;
  const id: string = typeof tool?.id === 'string' ? tool.id : '';
  const reason =
    tool !== undefined && Object.hasOwn(tool, 'id') && typeof tool.id === 'string'
      ? idProblem(id)
      : undefined;
  if (reason !== undefined) throw new RegistrationError('TOOL_ID_REFUSED', reason, { id, reason });
  const all = problems.length > 0 || tool === undefined ? problems : crossProblems(tool);
  if (all.length > 0 || tool === undefined) {
    throw new RegistrationError('TOOL_DESCRIPTOR_REFUSED', 'invalidField', { id, problems: all });
  }
  return tool;
}

function crossProblems(tool: ToolDescriptor): readonly DescriptorProblem[] {
  let problems: readonly DescriptorProblem[] | undefined;
  for (const field in tool) {
    if (!crossFields.has(field)) continue;
    problems ??= descriptorChecks
      .filter(({ fields }) => fields.some((name) => name in tool))
      .flatMap(({ check }) => check(tool));
  }
  return problems ?? [];
}

const crossFields: ReadonlySet<string> = new Set(descriptorChecks.flatMap(({ fields }) => fields));
