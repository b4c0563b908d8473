/** In hex. The first call loads node:crypto, which takes longer than most commands do and is used by few. */
export function sha256(data: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(data).digest('hex');
}
