import type { Host } from '../platform/index.ts';

/** A name that sorts by time and that no one else uses: `20261130T135548Z-k3x9v2ab`. */
export function timeName(host: Host, time = host.now()): string {
  return `${time.toISOString().replace(/[-:]|\.\d+/g, '')}-${host.randomName(8)}`;
}

/** Milliseconds since 1970, of its second, of a name that `timeName` made; undefined for any other. */
export function timeOfName(name: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[a-z0-9]{8}/.exec(name);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** How long an entry of the trash, the journal or the conflicts is kept. */
export const keptDays = 30;

/** Whether it has lain there for longer than that. */
export function isExpired(host: Host, name: string): boolean {
  const time = timeOfName(name);
  return time !== undefined && host.now().getTime() - time > keptDays * 24 * 60 * 60 * 1000;
}
