import { folderVariable, type Host } from '../../platform/index.ts';
import { type ChildEnvironment, childEnvironment } from '../../process/index.ts';
import type { EnvironmentFacts } from './environment-facts.ts';
import { isOurValueIn } from './user-environment.ts';

export interface EnvironmentOptions {
  /** The key that the account holds. */
  readonly key?: string | undefined;
  /** Variables that outrank a login and are left alone all the same. */
  readonly keep?: readonly string[];
  /** Variables that are left as they are, whoever set them. */
  readonly leave?: readonly string[];
  /** Set beside what the account brings. */
  readonly more?: Readonly<Record<string, string>>;
  /** The program is a version that we keep. */
  readonly isManaged?: boolean;
}

/** A child's environment under an account, made of its facts and of what we were started with. */
export function launchEnvironment(
  { platform, path, env }: Pick<Host, 'platform' | 'path' | 'env'>,
  facts: EnvironmentFacts,
  { key, keep = [], leave = [], more = {}, isManaged = false }: EnvironmentOptions = {},
): ChildEnvironment {
  const { own, borrowed, sessionMarkers, outranks, secrets, ours, brought, keyVariable, places } = facts;
  return childEnvironment({
    platform,
    base: env,
    own,
    borrowed,
    isOurs: isOurValueIn(path, ours),
    sessionMarkers,
    outranks,
    keep,
    set: {
      ...brought,
      ...(key !== undefined && keyVariable !== null && { [keyVariable]: key }),
      ...places,
      ...(isManaged && facts.setWhenManaged),
      ...more,
      [folderVariable]: facts.root,
    },
    secrets,
    leave,
  });
}
