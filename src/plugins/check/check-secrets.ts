import { type AITool, saysSecret } from '../../registry/index.ts';
import type { DescriptorContext } from './descriptor-context.ts';
import { safeSentence } from './shown.ts';

/** Nothing is shared that by its name may hold a credential. */
export function checkSecrets({ book }: DescriptorContext, tool: AITool): void {
  for (const path of sharedPaths(tool)) {
    const found = path
      .split('/')
      .map(secretName)
      .find((each) => each !== undefined);
    if (found === undefined) continue;
    const told = safeSentence(`${tool.id}: ${path} is shared, and its name says ${found.word}`);
    if (found.isSure) book.fail('descriptor/secrets', told);
    else book.warn('descriptor/secrets', told);
  }
  book.pass('descriptor/secrets');
}

function sharedPaths({ directories, sessionSubdirectories }: AITool): readonly string[] {
  if (directories === undefined) return sessionSubdirectories;
  return directories.flatMap((fact) => [
    ...(fact.class === 'shared' ? [fact.path] : []),
    ...(fact.rules ?? [])
      .filter((rule) => rule.class === 'shared')
      .flatMap(({ pointer }) =>
        pointer.split('/').some((key) => words(key).some((word) => sure.has(word))) ? [pointer.slice(1)] : [],
      ),
  ]);
}

/** The word in the name of a file or folder that speaks of credentials. */
function secretName(name: string): { readonly word: string; readonly isSure: boolean } | undefined {
  const said = words(name);
  const word = said.find((each) => sure.has(each));
  if (word !== undefined) return { word, isSure: true };
  const stem = name.replace(/^\.+/, '').replace(/\.\w+$/, '');
  if (saysSecret(stem)) return { word: stem, isSure: true };
  const doubtful = said.find((each) => unsure.has(each));
  return doubtful === undefined ? undefined : { word: doubtful, isSure: false };
}

/** `oauthCreds.json`, `api-key`, `.id_token`: as words in lower case. */
function words(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

const sure: ReadonlySet<string> = new Set([
  'auth',
  'oauth',
  'oauth2',
  'token',
  'tokens',
  'credential',
  'credentials',
  'creds',
  'secret',
  'secrets',
  'password',
  'passwords',
  'passwd',
  'passphrase',
  'cookie',
  'cookies',
  'netrc',
  'keychain',
  'keyring',
]);
const unsure: ReadonlySet<string> = new Set([
  'key',
  'keys',
  'login',
  'logins',
  'account',
  'accounts',
  'env',
  'ssh',
]);
