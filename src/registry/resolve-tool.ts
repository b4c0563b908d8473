import type { AITool, ToolDescriptor } from './descriptor.ts';

/** Ends any colour. */
const sgrReset = '\u001b[0m';

/** The tool with the defaults filled in, frozen. Everything inside is frozen already. */
export function resolveTool<Id extends string>(tool: ToolDescriptor<Id>): AITool<Id> {
  const { supportsSetup, coloredTag } = derivedFields(tool);
  const resolved: AITool<Id> = {
    id: tool.id,
    displayName: tool.displayName,
    configDirectoryName: tool.configDirectoryName ?? `.${tool.id}`,
    configDirEnvVar: tool.configDirEnvVar ?? null,
    authLoginCommand: tool.authLoginCommand ?? null,
    installCommand: tool.installCommand ?? null,
    sessionSubdirectories: tool.sessionSubdirectories ?? none,
    ansiColor: tool.ansiColor ?? '',
    supportsSetup,
    coloredTag,
  };
  // One literal and then the rest: spreading the whole costs ten times as much.
  for (const field in tool)
    if (!Object.hasOwn(resolved, field)) copyField(tool, resolved, field as keyof ToolDescriptor);
  return Object.freeze(resolved);
}

function copyField<Key extends keyof ToolDescriptor>(
  from: ToolDescriptor,
  to: { -readonly [K in Key]?: ToolDescriptor[K] },
  key: Key,
): void {
  to[key] = from[key];
}

/** What follows from the rest and cannot be declared. */
export function derivedFields({ id, installCommand, ansiColor = '' }: ToolDescriptor) {
  return {
    supportsSetup: installCommand !== undefined && installCommand !== null,
    coloredTag: `${ansiColor}[${id}]${sgrReset}`,
  };
}

const none: readonly string[] = Object.freeze([]);
