import { stampOf } from '../../accounts/index.ts';
import { errnoOf, type Host } from '../../platform/index.ts';

/** Absolute path → what tells one state of that file from another; "": nothing is there. */
export type Stamps = Readonly<Record<string, string>>;

/** How these files are now. What was written only just now is waited for, so that a further change would show. */
export async function takeStamps(host: Host, files: readonly string[]): Promise<Stamps> {
  const ages = files.map((file) => host.now().getTime() - (look(host, file)?.ctimeMs ?? 0));
  const youngest = Math.min(...ages);
  if (youngest >= 0 && youngest < tick) await new Promise((done) => setTimeout(done, tick - youngest));
  return stampsNow(host, files);
}

export function stampsNow(host: Host, files: readonly string[]): Stamps {
  return Object.fromEntries(files.map((file) => [file, stampNow(host, file)]));
}

export function doStampsHold(host: Host, stamps: Stamps): boolean {
  return Object.entries(stamps).every(([file, stamp]) => stampNow(host, file) === stamp);
}

/** Milliseconds: longer than a tick of the clock of any disk that knows parts of a second. */
const tick = 30;

function stampNow(host: Host, file: string): string {
  const found = look(host, file);
  return found === undefined ? '' : stampOf(found);
}

/** What can't be looked at is nothing that we could read either. */
function look({ files }: Host, file: string) {
  try {
    return files.stat(file);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
