import { isRecord } from '../../platform/index.ts';
import type { LaunchRecord } from './launch-record.ts';

/** By hand, and cheaply: it is asked at every start. What it says is believed no further than its conditions. */
export function isLaunchRecord(value: unknown): value is LaunchRecord {
  return (
    isRecord(value) &&
    [value.by, value.tool, value.account, value.label].every(isText) &&
    ['login', 'key', 'system'].includes(String(value.kind)) &&
    typeof value.isSharing === 'boolean' &&
    isTextOrNull(value.fingerprint) &&
    isEnvironment(value.environment) &&
    isShell(value.shell) &&
    isHome(value.home) &&
    (value.program === null || isProgram(value.program))
  );
}

function isEnvironment(value: unknown): boolean {
  return (
    isRecord(value) &&
    [value.own, value.borrowed, value.sessionMarkers, value.outranks, value.secrets, value.ours].every(
      isTexts,
    ) &&
    [value.brought, value.places, value.setWhenManaged].every(isTextRecord) &&
    isTextOrNull(value.keyVariable) &&
    isText(value.root)
  );
}

function isShell(value: unknown): boolean {
  return isRecord(value) && isTextOrNull(value.variable) && isTexts(value.leave);
}

function isHome(value: unknown): boolean {
  return (
    isConditions(value) &&
    [value.absentAbove, value.notIn].every(isTexts) &&
    isTextOrNullRecord(value.variables) &&
    (value.marks === null || isMarks(value.marks))
  );
}

function isMarks(value: unknown): boolean {
  return (
    isRecord(value) &&
    isText(value.live) &&
    isTextOrNull(value.dirty) &&
    [value.merged, value.absent].every(isTexts) &&
    isText(value.account)
  );
}

function isProgram(value: unknown): boolean {
  return (
    isConditions(value) &&
    isTextOrNull(value.hit) &&
    [value.names, value.knownPaths, value.args].every(isTexts) &&
    isText(value.file) &&
    typeof value.isManaged === 'boolean'
  );
}

function isConditions(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    isRecord(value) &&
    [value.absent, value.directories, value.files].every(isTexts) &&
    [value.directoryLinks, value.fileLinks, value.same, value.real].every(isTextRecord) &&
    isRecord(value.counted)
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isTextRecord = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isText);

function isTextOrNullRecord(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isTextOrNull);
}
