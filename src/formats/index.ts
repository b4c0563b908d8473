export { parseDotenv } from './dotenv.ts';
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
export { type EditableFormat, setPointer } from './set-pointer.ts';
