import type { Host } from '../platform/index.ts';

/** The next command as the user's system knows it. The table of errors has them as a POSIX shell takes them. */
export function hintFor(platform: Host['platform'], hint: string): string {
  if (platform !== 'win32') return hint;
  return inPowerShell.reduce((text, [posix, windows]) => text.replace(posix, windows), hint);
}

/** A path is quoted in one way for both, but for a quote in it. */
const inPowerShell: readonly (readonly [posix: RegExp, windows: string])[] = [
  [/'\\''/g, "''"],
  [/^eval "\$\((.+)\)"$/, '$1 --shell pwsh | Invoke-Expression'],
  [/\bls -la? (?=["'])/, 'Get-ChildItem -Force '],
  [/\bls -l[dL] (?=["'])/, 'Get-Item -Force '],
  [/\bdf -h\b.*/, 'Get-PSDrive'],
  [/\bps -p (\S+)/, 'Get-Process -Id $1'],
  [/ > \/dev\/null$/, ' > $$null'],
  [/\brm -r (?=["'])/, 'Remove-Item -Recurse '],
  [/\bmv (?=["'])/, 'Move-Item '],
  [/^vi (?=["'])/, 'notepad '],
  [/\brm (?=["'])/, 'Remove-Item '],
  [/(?<!-)\bunset ([^\s,]+)/, 'Remove-Item Env:$1'],
  [/\bexport ([^\s=]+)=\/an\/absolute\/path/, "$$env:$1 = 'C:\\an\\absolute\\path'"],
  [/\bexport ([^\s=]+)=(.+)/, "$$env:$1 = '$2'"],
];
