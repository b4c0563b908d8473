import { renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import '../../support/on-disk.ts';
import { isAsStamped, writeStampPair } from '../../../src/accounts/fast/stamp-pair.ts';
import { tempHome, testHost } from '../../support/temp-home.ts';

const host = testHost();
/** A file of that age, and where its stamps go. */
function world(milliseconds = 1000.123) {
  const folder = tempHome();
  const file = join(folder, 'file');
  writeFileSync(file, 'one');
  age(file, milliseconds);
  return { file, stem: join(folder, 'stamp') };
}

function age(file: string, milliseconds: number): void {
  const at = (Date.now() - milliseconds) / 1000;
  utimesSync(file, at, at);
}

describe('a pair of stamps', () => {
  it('lies around the time of a file, by a few microseconds', () => {
    for (let run = 0; run < 200; run += 1) {
      const { file, stem } = world(500 + Math.random() * 1e6);
      expect(writeStampPair(host, file, stem)).toBe(true);
      const [low = 0n, at = 0n, high = 0n] = [`${stem}.lo`, file, `${stem}.hi`].map(
        (path) => statSync(path, { bigint: true }).mtimeNs,
      );
      expect(low < at && at < high).toBe(true);
      expect(high - low).toBeLessThan(5000n);
      expect(isAsStamped(host, file, stem)).toBe(true);
    }
  });

  const changes: readonly (readonly [string, (file: string) => void])[] = [
    ['written anew', (file) => writeFileSync(file, 'two')],
    ['replaced by an older one', (file) => age(file, 5000)],
    ['replaced by a newer one', (file) => age(file, 100)],
    ['older by ten microseconds', (file) => age(file, Date.now() - statSync(file).mtimeMs + 0.01)],
    ['gone', (file) => rmSync(file)],
    [
      'a link that leads nowhere',
      (file) => {
        rmSync(file);
        symlinkSync('nowhere', file);
      },
    ],
    [
      'moved away and made anew',
      (file) => {
        renameSync(file, `${file}.old`);
        writeFileSync(file, 'one');
      },
    ],
  ];
  it.each(changes)('says that a file is %s', (_, change) => {
    const { file, stem } = world();
    expect(writeStampPair(host, file, stem)).toBe(true);
    change(file);
    expect(isAsStamped(host, file, stem)).toBe(false);
  });

  it('tells a file that was absent from one that is there', () => {
    const { file, stem } = world();
    rmSync(file);
    expect(writeStampPair(host, file, stem)).toBe(true);
    expect(isAsStamped(host, file, stem)).toBe(true);
    writeFileSync(file, '');
    expect(isAsStamped(host, file, stem)).toBe(false);
  });

  it('is not made for a time in whole seconds, nor for one so fresh that the next change could have it too', () => {
    const whole = world();
    utimesSync(whole.file, 1_700_000_000, 1_700_000_000);
    expect(writeStampPair(host, whole.file, whole.stem)).toBe(false);
    const fresh = world(5.1);
    expect(writeStampPair(host, fresh.file, fresh.stem)).toBe(false);
    const future = world(-5000.1);
    expect(writeStampPair(host, future.file, future.stem)).toBe(false);
  });

  it('is none once one of the two is gone', () => {
    for (const end of ['.lo', '.hi']) {
      const { file, stem } = world();
      writeStampPair(host, file, stem);
      rmSync(stem + end);
      expect(isAsStamped(host, file, stem)).toBe(false);
    }
  });
});
