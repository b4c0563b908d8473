import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Path below the folder → `dir 0700`, `link -> text`, or `file 0600 <sha256>`. */
export type Tree = Readonly<Record<string, string>>;

/** All that lies below a folder, by name; no link is followed. An absent folder is an empty tree. */
export function treeOf(folder: string): Tree {
  const tree: Record<string, string> = {};
  if (lstatSync(folder, { throwIfNoEntry: false })) addTree(tree, folder, '');
  return tree;
}

function addTree(tree: Record<string, string>, folder: string, prefix: string): void {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    tree[prefix + name] = entryOf(path);
    if (lstatSync(path).isDirectory()) addTree(tree, path, `${prefix}${name}/`);
  }
}

function entryOf(path: string): string {
  const stat = lstatSync(path);
  const mode = (stat.mode & 0o7777).toString(8).padStart(4, '0');
  if (stat.isSymbolicLink()) return `link -> ${readlinkSync(path)}`;
  if (stat.isDirectory()) return `dir ${mode}`;
  if (stat.isFile()) return `file ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
  return `other ${mode}`;
}

/** What all files below a folder hold, one after the other. */
export function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
