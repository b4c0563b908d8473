import { descriptorsMark } from '../accounts/index.ts';
import { knownTools } from '../registry/index.ts';
import { builtInTools } from '../tools/index.ts';

/** Tells the descriptors that this program brings from those of another release. Worked out when it is built. */
export const builtInMark = descriptorsMark({ registry: knownTools(builtInTools) });
