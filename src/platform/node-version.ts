/** Of what runs us: exact. */
export function nodeVersion(): string {
  return process.versions.node;
}
