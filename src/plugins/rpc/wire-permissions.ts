import { extensionPoints, neededPermissions, type Permission, wireMethods } from '../contract/index.ts';

/** What the methods that a program announced need, beside that it is a program. */
export function wirePermissions(capabilities: readonly string[]): readonly Permission[] {
  return Object.entries(needed).flatMap(([method, permission]) =>
    capabilities.includes(method) ? permission : [],
  );
}

const needed: Readonly<Record<string, Permission>> = {
  [wireMethods.accountInfo]: extensionPoints.accountInfo.permission,
  [wireMethods.credentialCopy]: neededPermissions.credentialCopy,
};
