import { isRecord } from '../../platform/index.ts';
import type { AdoptedEntry, AdoptedSetting, Adoption, KeptTime } from './adoption.ts';

/** Names that lead out of where they belong are as bad as a text that is no JSON: things are moved by them. */
export function isAdoption(value: unknown): value is Adoption {
  return (
    isRecord(value) &&
    ['tool', 'root', 'rootId', 'at'].every((name) => isText(value[name])) &&
    ['adopting', 'adopted', 'undoing'].includes(String(value.phase)) &&
    isListOf(value.entries, isEntry) &&
    isListOf(value.settings, isSetting) &&
    isListOf(value.times, isTime)
  );
}

function isEntry(value: unknown): value is AdoptedEntry {
  return (
    isRecord(value) &&
    isInside(value.path) &&
    isInside(value.file) &&
    (value.was === 'directory' || value.was === 'absent') &&
    [value.units, value.own].every((names) => isListOf(names, isInside)) &&
    isListOf(value.files, isFileMark) &&
    isListOf(value.both, (one) => isRecord(one) && isPlace(one.path) && isNumber(one.mtimeMs)) &&
    isListOf(value.same, (one) => isRecord(one) && isInside(one.path) && isNumber(one.mtimeMs)) &&
    isListOf(value.links, (one) => isRecord(one) && isInside(one.path))
  );
}

function isFileMark(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [path, ...mark] = value;
  return isInside(path) && mark.length === 2 && mark.every(isNumber);
}

function isSetting(value: unknown): value is AdoptedSetting {
  return (
    isRecord(value) &&
    isInside(value.file) &&
    [value.pointer, value.format, value.after].every(isText) &&
    (value.before === null || isText(value.before)) &&
    isNumber(value.mtimeMs) &&
    (value.back === null || (isRecord(value.back) && isNumber(value.back.at) && isText(value.back.text)))
  );
}

function isTime(value: unknown): value is KeptTime {
  return isRecord(value) && isText(value.directory) && isNumber(value.mtimeMs);
}

function isListOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

/** Relative, and below: no `..`, nothing empty. */
function isInside(value: unknown): value is string {
  return isText(value) && value.split('/').every((segment) => !['', '.', '..'].includes(segment));
}

function isPlace(value: unknown): boolean {
  return value === '' || isInside(value);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
