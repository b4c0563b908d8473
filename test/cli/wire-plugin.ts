import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliWorld } from './cli-world.ts';

/** A program that speaks the wire, in sh, and notes each start of it. */
export interface WirePlugin {
  readonly path: string;
  /** How often it was started. */
  starts(): number;
}

/** What it answers to `tool/credentialCopy`, with $from and $to. */
export type Copying = 'copies' | 'refuses' | 'dies' | 'copies and dies' | 'lies';

const copyings: Readonly<Record<Copying, string>> = {
  copies: 'cp "$from/token" "$to/token"; answer \'{"copied":true}\'',
  refuses: 'answer \'{"copied":false}\'',
  dies: 'exit 3',
  'copies and dies': 'cp "$from/token" "$to/token"; exit 3',
  lies: 'answer \'{"copied":"yes"}\'',
};

export interface WireOptions {
  readonly copying?: Copying;
  /** What it does when it is asked who an account is: lines of sh, with `answer`. Absent: it can't be asked. */
  readonly info?: string;
  /** Lines of sh: what it does before it reads, and after each answer. */
  readonly before?: string;
  readonly after?: string;
}

export function wirePlugin(
  world: CliWorld,
  id: string,
  { copying, info, before = '', after = '' }: WireOptions = {},
): WirePlugin {
  const log = join(world.home, `starts-of-${id}`);
  const envVar = `${id.toUpperCase().replaceAll('-', '_')}_HOME`;
  const described = JSON.stringify({
    id,
    displayName: `The ${id}`,
    configDirectoryName: `.${id}`,
    configDirEnvVar: envVar,
    authLoginCommand: [id, 'login'],
    installCommand: null,
    sessionSubdirectories: [],
    ansiColor: '',
  });
  const capabilities = JSON.stringify({
    'tool/describe': true,
    ...(copying && { 'tool/credentialCopy': true }),
    ...(info !== undefined && { 'tool/accountInfo': true }),
  });
  const path = world.put(
    `wire/${id}`,
    `#!/bin/sh
echo started >> '${log}'
answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$1"; }
${before}
field() { printf '%s' "$line" | sed 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/'; }
while IFS= read -r line; do
  id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
  case "$line" in
    *'"initialize"'*) answer '{"protocolVersion":"1","capabilities":${capabilities}}' ;;
    *'"tool/describe"'*) answer '${described}' ;;
    *'"tool/credentialCopy"'*) from=$(field from); to=$(field to); ${copying ? copyings[copying] : 'exit 1'} ;;
    *'"tool/accountInfo"'*) ${info ?? 'exit 1'} ;;
    *'"id"'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}\\n' "$id" ;;
  esac
  ${after}
done
`,
  );
  chmodSync(path, 0o755);
  return {
    path,
    starts: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0),
  };
}
