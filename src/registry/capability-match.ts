import type { ToolDescriptor } from './descriptor.ts';

/** How a tool answers to a list of capabilities. */
export interface CapabilityMatch {
  readonly satisfied: boolean;
  /** The requirements that are not met, as asked. */
  readonly missing: readonly string[];
}

/** Whether a tool declares every one of these capabilities, by exactly these names. None asked: satisfied. */
export function capabilityMatch(
  tool: Pick<ToolDescriptor, 'capabilities'>,
  requirements: readonly string[],
): CapabilityMatch {
  const declared = new Set(tool.capabilities);
  const missing = requirements.filter((requirement) => !declared.has(requirement));
  return { satisfied: missing.length === 0, missing };
}
