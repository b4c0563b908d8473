import { knownTools } from '../registry/index.ts';
import { builtInTools } from '../tools/index.ts';

/**
 * The tools that this program brings, in the order of every list, and the variables that may hold their keys. Worked
 * out when it is built.
 */
export const builtInNames = knownTools(builtInTools)
  .all()
  .map(({ id, environment: { apiKey = [], outranks = [] } = {} }) => ({
    id,
    environment: { apiKey, outranks },
  }));
