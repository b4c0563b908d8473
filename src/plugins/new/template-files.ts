import {
  extensionPoints,
  manifestVersion,
  neededPermissions,
  type PluginManifest,
  pluginApiVersion,
} from '../contract/index.ts';
import type { PluginWish } from './make-plugin.ts';
import { moduleText } from './module-text.ts';
import { jsProgramText } from './program-js-text.ts';
import { pythonProgramText } from './program-python-text.ts';
import { shProgramText } from './program-sh-text.ts';
import { displayNameOf, plainName, templateDescriptor } from './template-descriptor.ts';
import type { TemplateLanguage } from './template-kinds.ts';

export interface TemplateFile {
  readonly name: string;
  readonly text: string;
  readonly mode: number;
}

/** The files of a new plugin. */
export function templateFiles({ id, kind, language }: Omit<PluginWish, 'folder'>): readonly TemplateFile[] {
  const tool = templateDescriptor(id);
  const descriptor = file('tool.json', jsonText(tool));
  if (kind === 'data') return [packageFile(id, { descriptors: ['./tool.json'] }), descriptor];
  if (kind === 'module') {
    const permissions = [neededPermissions.entry, neededPermissions.commands];
    return [
      packageFile(id, { permissions, descriptors: ['./tool.json'], entry: './plugin.mjs' }),
      descriptor,
      file('plugin.mjs', moduleText(id)),
    ];
  }
  const { name, hasInfo, text } = programs[language];
  const permissions = [
    neededPermissions.program,
    ...(hasInfo ? [extensionPoints.accountInfo.permission] : []),
  ];
  const program = { name, text: text(tool), mode: 0o755 };
  const manifest = packageFile(id, { permissions, program: `./${name}` });
  return hasInfo ? [manifest, descriptor, program] : [manifest, program];
}

/** `hasInfo`: it says who an account is, and reads its tool from a file. */
const programs: Readonly<
  Record<
    TemplateLanguage,
    {
      readonly name: string;
      readonly hasInfo: boolean;
      readonly text: (tool: ReturnType<typeof templateDescriptor>) => string;
    }
  >
> = {
  js: { name: 'plugin.cjs', hasInfo: true, text: () => jsProgramText },
  python: { name: 'plugin.py', hasInfo: true, text: () => pythonProgramText },
  sh: { name: 'plugin.sh', hasInfo: false, text: shProgramText },
};

function packageFile(id: string, brings: Partial<PluginManifest>): TemplateFile {
  const tools: PluginManifest = {
    manifestVersion,
    apiVersion: pluginApiVersion,
    id,
    publisher: { id: 'example', name: 'Your name' },
    display: { name: displayNameOf(id), description: `Adds ${displayNameOf(id)} to tools` },
    compatibility: { tools: '>=0.1.0', node: '>=20.19' },
    ...brings,
  };
  const name = `tools-plugin-${plainName(id)}`;
  return file('package.json', jsonText({ name, version: '0.1.0', keywords: ['tools-plugin'], tools }));
}

function file(name: string, text: string): TemplateFile {
  return { name, text, mode: 0o644 };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
