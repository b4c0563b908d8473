import { AIToolRegistry } from './registry/index.ts';
import { builtInOwner, builtInTools } from './tools/index.ts';

export { type ErrorCode, type ErrorData, errorTable, ToolsError } from './errors/index.ts';
export {
  type AITool,
  AIToolRegistry,
  type Argv,
  type CapabilityMatch,
  type Claim,
  type Classified,
  type CoverageRecord,
  capabilityMatch,
  checkDescriptor,
  classify,
  classifyKey,
  cover,
  coverageMarker,
  type Daemon,
  type DescriptorProblem,
  defineTool,
  descriptorJsonSchema,
  type EnvironmentFacts,
  type Evidence,
  type Executable,
  type ExecutionFacts,
  type ExecutionProfile,
  type ExecutionRole,
  executionRoles,
  type FileFormat,
  type FileValue,
  factOf,
  foldName,
  formatCoverage,
  type IdentitySource,
  type IdReason,
  idProblem,
  type JsonValue,
  type KeyClass,
  type KeychainItem,
  type KeyRule,
  type Leak,
  type LeakProbe,
  type Lifecycle,
  type LiveList,
  type LoginPart,
  type NativeProgram,
  type PathClass,
  type PathFact,
  type PathRoot,
  type Platform,
  type ProfileMatch,
  parseCoverage,
  parseToolId,
  pendingTools,
  profileSatisfies,
  type RegisterOptions,
  RegistrationError,
  type RegistrationReason,
  type Relocation,
  type Retention,
  type SealOptions,
  type SettingAssertion,
  type StatusCommand,
  type ToolCommands,
  type ToolDescriptor,
  type ToolLock,
} from './registry/index.ts';
export { builtInOwner, builtInTools } from './tools/index.ts';

/** The built-in tools, and whatever a host or a plugin adds. Not sealed: that is for the host to do. */
export const registry: AIToolRegistry = withBuiltIns(new AIToolRegistry());

function withBuiltIns(empty: AIToolRegistry): AIToolRegistry {
  for (const tool of builtInTools) empty.register(tool, { owner: builtInOwner });
  return empty;
}
