export { parseDotenv } from './dotenv.ts';
export { editDocument } from './edit-document.ts';
export { type Alike, type JsonList, type ListedMember, topObjects } from './json-list.ts';
export {
  formatPointer,
  pointerSegments,
  readPointer,
  readPointers,
} from './json-pointer.ts';
export {
  isEqualValue,
  isObject,
  type JsonValue,
} from './json-value.ts';
export { jwtPayload } from './jwt.ts';
export { documentText, parseDocument } from './parse-document.ts';
export { type DocumentObject, type DocumentValue, parseStrictly } from './parse-strictly.ts';
export { type EditableFormat, setPointer } from './set-pointer.ts';
export { parseYaml } from './yaml.ts';
