export { parseDotenv } from './dotenv.ts';
export {
  formatPointer,
  type PointedValue,
  pointerSegments,
  readPointer,
  readPointers,
} from './json-pointer.ts';
export {
  type DocumentFormat,
  isEqualValue,
  isObject,
  type JsonObject,
  type JsonValue,
} from './json-value.ts';
export { jwtPayload } from './jwt.ts';
export { documentText, parseDocument } from './parse-document.ts';
export { type EditableFormat, setPointer } from './set-pointer.ts';
