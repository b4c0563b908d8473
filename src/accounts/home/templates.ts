import type { Host } from '../../platform/index.ts';

/** What the placeholders of a template stand for. Absent: that placeholder has no meaning here. */
export interface TemplateValues {
  readonly home?: string;
  readonly shared?: string;
  readonly userHome?: string;
  readonly cwd?: string;
  readonly xdgConfig?: string;
  readonly xdgData?: string;
  readonly xdgState?: string;
  readonly xdgCache?: string;
}

/**
 * A template of a descriptor made concrete. One that begins with a placeholder becomes a path: absolute,
 * normalised, without a trailing separator, so that the same account always gives the same string. Anything
 * else is kept as it is, but for its placeholders.
 */
export function expandTemplate(host: Pick<Host, 'path'>, template: string, values: TemplateValues): string {
  const expanded = template.replace(
    placeholder,
    (whole, name: string) => values[name as keyof TemplateValues] ?? whole,
  );
  return /^\{\w+\}/.test(template) ? cleanPath(host, expanded) : expanded;
}

/** The paths of a template that may begin with `{ancestors}`: the working directory and every directory above. */
export function expandPaths(host: Host, template: string, values: TemplateValues): readonly string[] {
  if (!template.startsWith('{ancestors}')) return [expandTemplate(host, template, values)];
  const rest = template.slice('{ancestors}'.length);
  return ancestorsOf(host, values.cwd ?? host.cwd).map((directory) => cleanPath(host, directory + rest));
}

/** Normalised and without a trailing separator (but for a root). */
export function cleanPath(host: Pick<Host, 'path'>, path: string): string {
  const clean = host.path.normalize(path);
  const root = host.path.parse(clean).root;
  return clean.length > root.length && /[/\\]$/.test(clean) && clean.endsWith(host.path.sep)
    ? clean.slice(0, -1)
    : clean;
}

/** The directory and every directory above it, nearest first. */
export function ancestorsOf(host: Pick<Host, 'path'>, directory: string): readonly string[] {
  const above = host.path.dirname(directory);
  return above === directory ? [directory] : [directory, ...ancestorsOf(host, above)];
}

const placeholder = /\{(home|shared|userHome|cwd|xdgConfig|xdgData|xdgState|xdgCache)\}/g;
