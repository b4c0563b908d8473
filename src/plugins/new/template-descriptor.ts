import type { ToolDescriptor } from '../../registry/index.ts';

/** The tool of a template: what most have, to be corrected by who knows it. */
export function templateDescriptor(id: string): ToolDescriptor {
  const variable = `${variableName(id)}_HOME`;
  return {
    id,
    displayName: displayNameOf(id),
    configDirEnvVar: variable,
    sessionSubdirectories: ['sessions'],
    executable: { names: [plainName(id)], versionArgs: ['--version'], versionFrom: 'output' },
    relocation: { shape: 'variable', own: { [variable]: '{home}' }, isolation: 'complete' },
    identity: [
      { file: 'auth.json', format: 'json', email: { pointer: '/email' }, plan: { pointer: '/plan' } },
    ],
  };
}

export function displayNameOf(id: string): string {
  return id.slice(0, 64).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

/** What is left of an id where only lower-case letters, digits and dashes may stand. */
export function plainName(id: string): string {
  const name = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name.slice(0, 60) || 'tool';
}

function variableName(id: string): string {
  return plainName(id)
    .toUpperCase()
    .replaceAll('-', '_')
    .replace(/^(?=\d|LD$|DYLD$|LD_|DYLD_)/, 'TOOL_');
}
