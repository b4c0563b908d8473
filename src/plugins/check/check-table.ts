import { moduleRows } from './module-rows.ts';
import { packageRows } from './package-rows.ts';
import { permissionRows } from './permission-rows.ts';
import { wireRows } from './wire-rows.ts';

/** What a plugin is looked at for, in the order of the report. Names are never used again for something else. */
export const checkTable = {
  ...packageRows,
  ...moduleRows,
  ...wireRows,
  ...permissionRows,
} as const satisfies Record<`${CheckArea}/${string}`, CheckFacts>;

interface CheckFacts {
  /** What holds when it passes. */
  readonly title: string;
  /** What to do about it, said when it failed or warned. */
  readonly hint: string;
}

/** The name of a check: its area, and what is looked at. */
export type CheckId = keyof typeof checkTable;
export type CheckArea = keyof typeof areaTitles;

/** How the areas are called in a report. */
export const areaTitles = {
  package: 'Package',
  descriptor: 'Descriptor',
  module: 'Module',
  start: 'Start',
  wire: 'Wire',
  account: 'Accounts',
  process: 'Process',
  permission: 'Permissions',
} as const;

export function areaOf(id: CheckId): CheckArea {
  return id.slice(0, id.indexOf('/')) as CheckArea;
}
