import type { Host } from '../../platform/index.ts';
import { type PluginPackage, readPackageFields } from '../manifest/index.ts';
import type { CheckBook } from './check-book.ts';
import { safeSentence } from './shown.ts';
import { treeOf } from './tree-of.ts';

/** Whether it is whole as it lies there: nobody installs anything for it, or builds what fits one system alone. */
export function checkCompleteness(book: CheckBook, host: Host, plugin: PluginPackage): void {
  const fields = readPackageFields(host, plugin);
  for (const name of installScripts)
    if (keysOf(fields.scripts).includes(name)) warn(book, `package.json: /scripts/${name} is never run`);
  for (const block of dependencyBlocks)
    for (const name of keysOf(fields[block]))
      warn(book, `package.json: /${block}/${name} is installed for nobody`);
  for (const path of treeOf(host, plugin.root, othersFolders).keys())
    if (path.endsWith('.node')) warn(book, `${path} fits one system alone`);
  book.pass('package/complete');
}

/** What npm runs of a package while it is installed. */
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare'];
const dependencyBlocks = ['dependencies', 'optionalDependencies'] as const;
/** What lies there while it is being written, and is no part of it. */
const othersFolders = ['.git', 'node_modules'];

function warn(book: CheckBook, detail: string): void {
  book.warn('package/complete', safeSentence(detail));
}

function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}
