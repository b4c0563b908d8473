import type { JsonValue } from './json-value.ts';

/** The payload of a JSON Web Token, unchecked: a name, not a proof. undefined when it is no such token. */
export function jwtPayload(token: string): JsonValue | undefined {
  const parts = token.split('.');
  const payload = parts[1];
  if (parts.length !== 3 || !payload || !/^[\w-]+=*$/.test(payload)) return undefined;
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as JsonValue;
  } catch {
    return undefined;
  }
}
