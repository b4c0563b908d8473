import { readPointers } from '../../formats/index.ts';
import type { AITool, LoginPart } from '../../registry/index.ts';
import type { AccountsContext } from '../context.ts';
import type { HomePaths } from './home-paths.ts';
import { findKeychainItem } from './keychain.ts';
import { readToolFile, regularFile } from './tool-file.ts';

/** Whether a home holds a login that can be used. Never the login itself. */
export interface Credential {
  /** `unknown`: it can't be told, e.g. a locked keychain. */
  readonly state: 'usable' | 'none' | 'unknown';
  readonly store: 'file' | 'keychain' | null;
  /** Why it is not plainly there. */
  readonly problem?: string;
}

/** `home`: the string the tool is given, after which a keychain item is named; null for its default directory. */
export async function credentialIn(
  ctx: AccountsContext,
  tool: AITool,
  paths: HomePaths,
  home: string | null,
): Promise<Credential> {
  const parts = tool.login ?? [];
  const problems: string[] = [];
  // The others hold a name, or what goes with a login, and no secret.
  for (const part of parts.filter(({ usable, format }) => usable !== undefined || format === 'binary')) {
    const problem = problemOf(ctx, part, paths.fileOf(part));
    if (problem === undefined) return { state: 'usable', store: 'file' };
    problems.push(problem);
  }
  const item = await findKeychainItem(ctx, tool, home);
  if (item === 'present') return { state: 'usable', store: 'keychain' };
  if (item === 'unreadable')
    return { state: 'unknown', store: null, problem: 'the keychain could not be asked' };
  return { state: 'none', store: null, problem: [...new Set(problems)].join('; ') || 'nothing was saved' };
}

/** undefined: it is one. */
function problemOf(ctx: AccountsContext, part: LoginPart, path: string): string | undefined {
  if (part.format === 'binary') {
    const file = regularFile(ctx.host, path);
    if (file.state === 'regular') return file.size > 0 ? undefined : `${part.file} is empty`;
    return file.state === 'unreadable' ? `${part.file}: ${file.cause}` : `${part.file} is not there`;
  }
  const file = readToolFile(ctx.host, path, part.format);
  if (file.state === 'absent') return `${part.file} is not there`;
  if (file.state === 'unreadable') return `${part.file}: ${file.cause}`;
  if (file.state === 'damaged') return `${part.file} is damaged`;
  const values = (part.usable ?? [])
    .flatMap((pointer) => readPointers(file.value, pointer))
    .map(({ value }) => value);
  if (values.some((value) => typeof value === 'string' && value.trim() !== '')) return undefined;
  return `${part.file} holds ${values.length > 0 ? 'an empty one' : 'none'}`;
}
