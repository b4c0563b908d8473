import type { WirePeer } from '../../errors/index.ts';
import { type AccountInfo, wireMethods } from '../contract/index.ts';
import { malformed } from './wire-failure.ts';

/** What `tool/accountInfo` answered. @throws ToolsError PLUGIN_ANSWER_MALFORMED */
export function accountInfoOf(peer: WirePeer, result: unknown): AccountInfo {
  if (typeof result !== 'object' || result === null || Array.isArray(result))
    throw malformed(peer, wireMethods.accountInfo, 'it is no object');
  const given = result as Readonly<Record<string, unknown>>;
  const known = infoFields.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined || value === null) return [];
    if (typeof value !== 'string') throw malformed(peer, wireMethods.accountInfo, `its ${name} is no text`);
    return [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/** What `tool/credentialCopy` answered is that it was done. @throws ToolsError PLUGIN_ANSWER_MALFORMED */
export function confirmCopied(peer: WirePeer, result: unknown): void {
  const { copied } = Object(result) as { readonly copied?: unknown };
  if (copied === true) return;
  throw malformed(peer, wireMethods.credentialCopy, 'it does not say that it copied');
}

const infoFields = [
  'email',
  'plan',
  'accountId',
  'organization',
  'organizationId',
] as const satisfies readonly (keyof AccountInfo)[];
