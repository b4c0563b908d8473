import type { Host } from '../platform/index.ts';
import { type AITool, type FileFormat, type IdentitySource, matchesSegment } from '../registry/index.ts';
import { namesIn } from '../state/index.ts';
import type { Subject } from './subjects.ts';
import { walk } from './walk.ts';

/** A file in which a tool keeps credentials, or may. */
export interface StoreFile {
  /** Absolute. */
  readonly path: string;
  readonly format: FileFormat;
  /** Where in it a credential lies for sure. */
  readonly pointers: readonly string[];
  /** A copy that the tool itself made of another one. */
  readonly isBackup: boolean;
}

type OnGap = (path: string, why: string) => void;

/** Where the credentials of an account lie, as its descriptor tells: logins, keys, secret files, copies of those. */
export function storeFiles(host: Host, { tool, paths }: Subject, onGap: OnGap): readonly StoreFile[] {
  const files = new Map<string, StoreFile>();
  const add = (
    path: string,
    format: FileFormat,
    pointers: readonly string[] = [],
    isBackup = false,
  ): void => {
    const known = files.get(path);
    const all = [...new Set([...(known?.pointers ?? []), ...pointers])];
    files.set(path, { path, format: known?.format ?? format, pointers: all, isBackup });
  };
  const names = new Set((tool.identity ?? []).flatMap(namesOf));
  for (const part of tool.login ?? []) {
    if (part.usable === undefined && part.format !== 'binary') continue;
    const isName = (pointer: string) => names.has(`${part.root} ${part.file} ${pointer}`);
    add(
      paths.fileOf(part),
      part.format,
      (part.usable ?? []).filter((pointer) => !isName(pointer)),
    );
  }
  for (const source of tool.identity ?? [])
    if (source.key) add(paths.fileOf(source), source.format, [source.key.pointer]);
  for (const { path, root, kind, format } of secretsOf(tool)) {
    const folder = paths.rootOf(root);
    for (const place of placesOf(host, folder, path)) {
      const at = path.includes('*') ? place : paths.fileOf({ file: path, ...(root && { root }) });
      if (kind === 'file') add(at, format ?? formatOf(at));
      else
        walk(
          host,
          at,
          true,
          (entry) => {
            if (entry.stats.isFile() && !entry.isLink)
              add(entry.at, formatOf(entry.at), [], isBackup(`${path}/${entry.path}`));
            return true;
          },
          onGap,
        );
    }
  }
  for (const { path, format } of [...files.values()])
    for (const copy of copiesOf(host, path)) if (!files.has(copy)) add(copy, format, [], true);
  return [...files.values()];
}

/** Where a name stands in what makes a login usable: it is no secret. */
function namesOf(source: IdentitySource): readonly string[] {
  const { subject, organization, organizationName, email, plan } = source;
  return [subject, organization, organizationName, email, plan].flatMap((claim) =>
    claim && claim.jwt === undefined ? [`${source.root} ${source.file} ${claim.pointer}`] : [],
  );
}

function secretsOf(tool: AITool) {
  return (tool.directories ?? []).filter(({ secret }) => secret);
}

/** The paths that a pattern stands for on this disk. */
function placesOf(host: Host, folder: string, pattern: string): readonly string[] {
  return pattern.split('/').reduce<readonly string[]>(
    (above, segment) =>
      above.flatMap((place) =>
        segment.includes('*')
          ? namesIn(host, place)
              .filter((name) => matchesSegment(segment, name))
              .map((name) => host.path.join(place, name))
          : [host.path.join(place, segment)],
      ),
    [folder],
  );
}

/** Copies that lie beside a file and begin with its name: of before a change, or of one that was damaged. */
function copiesOf(host: Host, path: string): readonly string[] {
  const folder = host.path.dirname(path);
  const start = `${host.path.basename(path)}.`;
  return namesIn(host, folder)
    .filter((name) => name.startsWith(start))
    .map((name) => host.path.join(folder, name));
}

function isBackup(path: string): boolean {
  return /(?:^|\/)backups?\/|\.(?:orig|bak|backup|old|corrupted)(?:\.|$)|~$/i.test(path);
}

/** By its name, for a file of which nothing else is known. */
function formatOf(path: string): FileFormat {
  if (/\.json[c5]?(?:\.|$)/i.test(path)) return 'jsonc';
  if (/\.toml(?:\.|$)/i.test(path)) return 'toml';
  return /(?:^|[\\/])\.env(?:\.|$)/.test(path) ? 'dotenv' : 'text';
}
