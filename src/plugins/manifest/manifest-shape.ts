import {
  declaredSegmentPattern,
  descriptorShape,
  either,
  integer,
  line,
  list,
  literal,
  named,
  npmPackage,
  object,
  shortLine,
  text,
  toolId,
  webAddress,
} from '../../registry/index.ts';
import { configSchemaShape } from '../config/index.ts';
import { manifestVersion, type Permission, permissions } from '../contract/index.ts';

/** The one description of a manifest: what is taken, and the JSON Schema, are made from it. */

const segment = declaredSegmentPattern('');

function fileWith(ending: string, says: string) {
  return text(`the path of ${says} in the package, from ./ on, with / and without ..`, {
    max: 512,
    pattern: [`^\\./${segment}(?:/${segment})*$`, `${ending}$`],
  });
}

const jsonFile = named('jsonFile', fileWith('\\.json', 'a .json file'));

const range = text('a range of versions such as ">=1.2 <2"', { max: 128, pattern: '^[ -~]+$' });

const numeric = '(?:0|[1-9][0-9]*)';
const prerelease = `(?:${numeric}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`;

const exactVersion = text('an exact version such as 1.2.3', {
  max: 64,
  pattern: `^${numeric}\\.${numeric}\\.${numeric}(?:-${prerelease}(?:\\.${prerelease})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
});

const publisherId = text('groups of lower-case letters and digits with . _ or - between them', {
  max: 128,
  pattern: '^[a-z0-9]+(?:[._-][a-z0-9]+)*$',
});

const manifestShape = object(
  {
    manifestVersion: integer(manifestVersion, manifestVersion),
    apiVersion: text('two numbers such as 1.0', { max: 16, pattern: `^${numeric}\\.${numeric}$` }),
    id: { ...toolId, name: 'pluginId', says: toolId.says.replace('tool', 'plugin') },
    publisher: object({ id: publisherId, name: shortLine }, { homepage: webAddress }),
    display: object({ name: shortLine }, { description: line, homepage: webAddress }),
  },
  {
    compatibility: object({}, { tools: range, node: range }),
    permissions: list(literal(...(Object.keys(permissions) as Permission[])), { max: 32, unique: true }),
    descriptors: list(either(jsonFile, named('descriptor', descriptorShape)), { min: 1, max: 32 }),
    entry: fileWith('\\.m?js', 'a .js or .mjs file'),
    program: fileWith('', 'a program'),
    configSchema: either(jsonFile, named('configSchema', configSchemaShape)),
  },
);

/** What is read of a plugin's package.json. */
export const packageShape = object(
  { name: npmPackage, version: exactVersion, tools: named('manifest', manifestShape) },
  {},
);
