import type { Host } from '../../platform/index.ts';
import {
  checkDescriptor,
  copyAs,
  descriptorShape,
  foldName,
  type JsonValue,
  type ToolDescriptor,
} from '../../registry/index.ts';
import { type CheckedConfigSchema, checkConfigSchema, configSchemaProblems } from '../config/index.ts';
import type { PluginManifest } from '../contract/index.ts';
import { type ManifestProblem, shortened } from './manifest-problem.ts';
import { packageFile, readJsonFile } from './package-file.ts';

interface PackageParts {
  readonly problems: readonly ManifestProblem[];
  readonly descriptors: readonly ToolDescriptor[];
  readonly schema?: Readonly<Record<string, JsonValue>>;
  /** Absolute. */
  readonly files: readonly string[];
  readonly found: {
    readonly entryFile?: string;
    readonly programFile?: string;
    readonly configSchema?: CheckedConfigSchema;
  };
}

/** What a manifest names and what lies in those files, checked. With problems, the rest is not to be used. */
export function readParts(host: Host, root: string, manifest: PluginManifest): PackageParts {
  const reader = new PartReader(host, root);
  const descriptors = reader.descriptors(manifest.descriptors ?? []);
  const schema = reader.schema(manifest.configSchema);
  const { problems, files } = reader;
  const entryFile = reader.place('/tools/entry', manifest.entry);
  const programFile = reader.program(manifest.program);
  const found = {
    ...(entryFile !== undefined && { entryFile }),
    ...(programFile !== undefined && { programFile }),
    ...(schema && problems.length === 0 && { configSchema: checkConfigSchema(schema) }),
  };
  return { problems, descriptors, ...(schema && { schema }), files, found };
}

class PartReader {
  readonly problems: ManifestProblem[] = [];
  readonly files: string[] = [];
  private readonly host: Host;
  private readonly root: string;

  constructor(host: Host, root: string) {
    this.host = host;
    this.root = root;
  }

  descriptors(named: readonly (ToolDescriptor | string)[]): readonly ToolDescriptor[] {
    const tools = named.flatMap((one, index) => {
      const path = `/tools/descriptors/${index}`;
      const tool = typeof one === 'string' ? this.descriptor(path, one) : one;
      return tool ? [{ path, tool }] : [];
    });
    const ids = new Map<string, string>();
    for (const { path, tool } of tools) {
      const before = ids.get(foldName(tool.id));
      if (before === undefined) ids.set(foldName(tool.id), path);
      else this.refuse({ path, problem: `describes the same tool as ${before}` });
    }
    return tools.map(({ tool }) => tool);
  }

  schema(named: PluginManifest['configSchema']): Readonly<Record<string, JsonValue>> | undefined {
    if (typeof named !== 'string') return named;
    const value = this.json('/tools/configSchema', named);
    return value && this.passes(named, configSchemaProblems(value)) ? value : undefined;
  }

  program(path: string | undefined): string | undefined {
    const file = this.place('/tools/program', path);
    if (file === undefined || this.host.files.isExecutable(file)) return file;
    this.refuse({ path: '/tools/program', problem: 'is no file that may be executed' });
    return undefined;
  }

  place(path: string, named: string | undefined): string | undefined {
    if (named === undefined) return undefined;
    const found = packageFile(this.host, this.root, named);
    if ('value' in found) return found.value;
    this.refuse({ path, problem: found.problem });
    return undefined;
  }

  private descriptor(path: string, named: string): ToolDescriptor | undefined {
    const value = this.json(path, named);
    if (value === undefined || !this.passes(named, checkDescriptor(value))) return undefined;
    return copyAs(descriptorShape, value).copy as ToolDescriptor;
  }

  private json(path: string, named: string): Readonly<Record<string, JsonValue>> | undefined {
    const file = this.place(path, named);
    if (file === undefined) return undefined;
    const read = readJsonFile(this.host, file);
    if ('problem' in read) {
      this.refuse({ file: named, path: '', problem: read.problem });
      return undefined;
    }
    this.files.push(file);
    return read.value;
  }

  private passes(file: string, problems: readonly ManifestProblem[]): boolean {
    for (const problem of problems) this.refuse({ ...problem, file });
    return problems.length === 0;
  }

  private refuse(problem: ManifestProblem): void {
    if (this.problems.length < mostProblems) this.problems.push(shortened(problem));
  }
}

const mostProblems = 32;
