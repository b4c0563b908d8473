import { type KnownTools, knownTools } from '../registry/index.ts';

/** The tools that this program brings. */
export async function builtIns(): Promise<KnownTools> {
  const { builtInTools } = await import('../tools/index.ts');
  return knownTools(builtInTools);
}
