import type { ExecutionProfile, ToolDescriptor } from './descriptor.ts';

/** What a tool is wanted for: the least profile that can do it. */
export const executionRoles = {
  batch: 'one_shot_command',
  conversation: 'session_bound_command',
  chat: 'persistent_process',
} as const satisfies Readonly<Record<string, ExecutionProfile>>;

/** A name of `executionRoles`. */
export type ExecutionRole = keyof typeof executionRoles;

/** How a tool answers to a role. */
export interface ProfileMatch {
  readonly satisfied: boolean;
  readonly role: string;
  /** Undefined: there is no such role. */
  readonly required: ExecutionProfile | undefined;
  /** Undefined: the descriptor does not say. */
  readonly actual: ExecutionProfile | undefined;
  /** Why not; undefined when satisfied. */
  readonly reason: 'roleUnknown' | 'profileUnknown' | 'profileTooLow' | undefined;
}

/**
 * Whether a tool can fill a role. Ask when choosing, and again when starting: a tool that no longer can is
 * refused, never used for less. What is unknown satisfies nothing.
 */
export function profileSatisfies(tool: Pick<ToolDescriptor, 'execution'>, role: string): ProfileMatch {
  const required = Object.hasOwn(executionRoles, role) ? executionRoles[role as ExecutionRole] : undefined;
  const actual = tool.execution?.profile;
  const reason = reasonOf(required, actual);
  return { satisfied: reason === undefined, role, required, actual, reason };
}

function reasonOf(
  required: ExecutionProfile | undefined,
  actual: ExecutionProfile | undefined,
): ProfileMatch['reason'] {
  if (required === undefined) return 'roleUnknown';
  if (actual === undefined) return 'profileUnknown';
  return ranking.indexOf(actual) < ranking.indexOf(required) ? 'profileTooLow' : undefined;
}

/** Lowest first. */
const ranking: readonly ExecutionProfile[] = [
  'one_shot_command',
  'session_bound_command',
  'persistent_process',
];
