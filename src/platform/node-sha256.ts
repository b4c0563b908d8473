/** In hex. The first call loads node:crypto, which takes longer than most commands do and is used by few. */
export function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}
