import type { AccountsContext } from '../accounts/index.ts';
import { isLink, namesIn } from '../state/index.ts';
import type { Holding } from './what-holds.ts';

/** What plugins keep with us, what is secret of what was set for them, and what else lies in their folders. */
export function pluginHoldings({ host, paths }: AccountsContext): readonly Holding[] {
  // Nothing of what lies behind a link is ever removed.
  if (isLink(host, paths.plugins)) return [];
  return namesIn(host, paths.plugins).flatMap((name) => {
    const folder = host.path.join(paths.plugins, name);
    if (!host.files.lstat(folder)?.isDirectory()) return [];
    const kept = namesIn(host, folder).filter((entry) => !entry.startsWith('.') && !isOurNote(entry));
    if (kept.length === 0) return [];
    const hasLogin = kept.includes('secrets.json');
    return [{ paths: [folder], what: `what the plugin ${name} keeps, and was set for it`, hasLogin }];
  });
}

/** Made by a command that can be typed again. */
function isOurNote(name: string): boolean {
  return name === 'plugin.json' || name === 'config.json' || name.endsWith('.lock');
}
