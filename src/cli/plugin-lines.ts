import type { ActivePlugin, Conflict, PluginEntry } from '../plugins/index.ts';
import { type DiagnosedTool, diagnosisWords } from './diagnosed-tool.ts';
import {
  broughtLines,
  conflictLine,
  kindWords,
  nameOf,
  permissionLines,
  sourceWords,
} from './plugin-words.ts';

/** What there is to tell of one plugin, without a line's width in mind. */
export interface ToldPlugin {
  readonly entry: PluginEntry;
  readonly brings: ActivePlugin['is'] | undefined;
  readonly conflicts: readonly Conflict[];
  readonly tools: readonly DiagnosedTool[];
}

export function pluginLines({ entry, brings, conflicts, tools }: ToldPlugin): readonly string[] {
  const { found, kind, source, overrides, state } = entry;
  const { manifest } = found?.package ?? {};
  const { tools: ours, node } = manifest?.compatibility ?? {};
  return [
    `${nameOf(entry)}${manifest?.display.description ? `: ${manifest.display.description}` : ''}`,
    ...fact('state', state),
    ...fact('kind', kind === null ? undefined : `${kind}; ${kindWords[kind]}`),
    ...fact('where', `${sourceWords[source.how]} ${source.path}`),
    ...overrides.map((other) => `  not used: ${sourceWords[other.how]} ${other.path}`),
    ...fact(
      'publisher',
      manifest && [manifest.publisher.name, manifest.publisher.homepage].filter(Boolean).join(', '),
    ),
    ...fact('homepage', manifest?.display.homepage),
    ...fact('needs', [ours && `tools ${ours}`, node && `Node ${node}`].filter(Boolean).join(', ')),
    ...section(
      'permissions',
      permissionLines(found?.permissions ?? []).map((line) => line.trimStart()),
    ),
    ...section(
      brings ? 'brings' : 'would bring',
      brings ? broughtLines(brings) : tools.map(({ id, displayName }) => `the tool ${id} (${displayName})`),
    ),
    ...section('its tools', tools.map(toolLine)),
    ...section('what others bring, too', conflicts.map(conflictLine)),
  ];
}

function toolLine({ id, diagnosis, program, version }: DiagnosedTool): string {
  const seen = [version, program].filter((part) => part !== null).join(', ');
  if (diagnosis === null) return `${id}: ${seen}, not asked for its version: the plugin is not enabled`;
  return `${id}: ${diagnosis}${diagnosis === 'ready' ? '' : `, ${diagnosisWords[diagnosis]}`}${seen === '' ? '' : ` (${seen})`}`;
}

function fact(name: string, value: string | undefined): readonly string[] {
  return value ? [`  ${name}: ${value}`] : [];
}

function section(name: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [`  ${name}:`, ...lines.map((line) => `    ${line}`)] : [];
}
