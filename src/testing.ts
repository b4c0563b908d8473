import packageFile from '../package.json' with { type: 'json' };
import { nodeHost, nodeVersion } from './platform/index.ts';
import {
  checkPlugin as check,
  pluginInMemory as inMemory,
  renderReport as render,
} from './plugins/check/index.ts';
import { knownTools } from './registry/index.ts';
import type * as door from './testing-types.ts';
import { builtInTools } from './tools/index.ts';

const { version } = packageFile;

export const checkPlugin: typeof door.checkPlugin = (reference, options = {}) =>
  check(nodeHost(), reference, {
    ...options,
    version,
    node: nodeVersion(),
    builtIns: knownTools(builtInTools),
  });

export const renderReport: typeof door.renderReport = render;

export const pluginInMemory: typeof door.pluginInMemory = (serve) => inMemory(serve, version);
