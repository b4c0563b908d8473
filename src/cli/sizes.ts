/** `1 file`, `12 files` */
export function countInWords(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

export function filesInWords(files: number): string {
  return countInWords(files, 'file');
}

/** `12 files, 1.2 MB` */
export function amountInWords({ files, bytes }: { readonly files: number; readonly bytes: number }): string {
  return `${filesInWords(files)}, ${sizeInWords(bytes)}`;
}

/** `3 kB`, `1.2 MB`; of a few bytes, too, there is more than nothing. */
export function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
