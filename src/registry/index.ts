export { type CapabilityMatch, capabilityMatch } from './capability-match.ts';
export { checkDescriptor, readDescriptor } from './check-descriptor.ts';
export { type Classified, classify, factOf } from './classify.ts';
export { classifyKey, type KeyClass } from './classify-key.ts';
export { closestName } from './closest-name.ts';
export { compareByCodePoint } from './code-point-order.ts';
export {
  type CoverageRecord,
  cover,
  coverageMarker,
  formatCoverage,
  parseCoverage,
  pendingTools,
} from './coverage.ts';
export {
  type AITool,
  type Argv,
  type Claim,
  type Daemon,
  defineTool,
  type EnvironmentFacts,
  type Evidence,
  type Executable,
  type ExecutionFacts,
  type ExecutionProfile,
  type FileFormat,
  type FileValue,
  type IdentitySource,
  type JsonValue,
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
  type Relocation,
  type Retention,
  type SettingAssertion,
  type StatusCommand,
  type Surface,
  type ToolCommands,
  type ToolDescriptor,
  type ToolLock,
} from './descriptor.ts';
export type { DescriptorProblem } from './descriptor-problem.ts';
export { descriptorJsonSchema } from './descriptor-schema.ts';
export { descriptorShape } from './descriptor-shape.ts';
export { line, npmPackage, shortLine, toolId, webAddress } from './descriptor-words.ts';
export {
  type ExecutionRole,
  executionRoles,
  type ProfileMatch,
  profileSatisfies,
} from './execution-profile.ts';
export { foldName } from './fold-name.ts';
export { type KnownTools, knownTools } from './known-tools.ts';
export { declaredSegmentPattern, matchesSegment } from './path-pattern.ts';
export { pathRoots, rootsOf } from './path-roots.ts';
export { type IdReason, RegistrationError, type RegistrationReason } from './registration-error.ts';
export { AIToolRegistry, type RegisterOptions, type SealOptions } from './registry.ts';
export { resolveTool } from './resolve-tool.ts';
export { type RulePlace, rulePlaces } from './rule-tree.ts';
export { saysSecret } from './secret-key.ts';
export type { Shaped } from './shape.ts';
export { copyAs } from './shape-copy.ts';
export {
  either,
  flag,
  integer,
  json,
  list,
  literal,
  named,
  number,
  object,
  record,
  text,
} from './shape-makers.ts';
export { type JsonSchema, schemaOf } from './shape-schema.ts';
export { rootMarks } from './sharing-checks.ts';
export { idProblem, parseToolId } from './tool-id.ts';
