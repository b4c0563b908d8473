/** Rows of the error table about registering a tool. */
export const registrationRows = {
  TOOL_ID_REFUSED: {
    exit: 2,
    message: (d: { id: string; reason: string; other?: string | undefined }) =>
      d.other === undefined
        ? `the tool id ${JSON.stringify(d.id)} ${idFaults[d.reason] ?? d.reason} (${d.reason}).`
        : `the tool id ${JSON.stringify(d.id)} is the same file name as "${d.other}" on some disks (${d.reason}).`,
    hint: () => 'tools tools',
  },
  TOOL_DESCRIPTOR_REFUSED: {
    exit: 2,
    message: (d: { id: string; problems: readonly { readonly path: string; readonly problem: string }[] }) =>
      `the descriptor of ${JSON.stringify(d.id)} is refused: ${d.problems.map(({ path, problem }) => `${path === '' ? '' : `${path} `}${problem}`).join('; ')}.`,
    hint: () => 'docs/descriptor.schema.json says what a descriptor may hold',
  },
  TOOL_OWNED_BY_ANOTHER: {
    exit: 2,
    message: (d: { id: string; owner: string; by: string }) =>
      `the tool "${d.id}" ${isOf(d.owner)} and cannot be replaced by ${nameOf(d.by)}.`,
    hint: () => 'tools tools',
  },
  REGISTRY_SEALED: {
    exit: 2,
    message: (d: { id: string }) =>
      `the tool "${d.id}" came too late: the registry has been read, and work done once for every tool would have skipped it.`,
    hint: () => 'register every tool before seal(), or seal with onLateRegistration',
  },
};

/** Owners are named by whoever registers; these are the names that we give. */
function isOf(owner: string): string {
  return owner === 'built-in' ? 'is built in' : `belongs to ${nameOf(owner)}`;
}

function nameOf(owner: string): string {
  const [, plugin] = /^plugin:(.+)$/s.exec(owner) ?? [];
  return plugin === undefined ? owner : `the plugin "${plugin}"`;
}

/** What an id does that breaks a rule, after the id. */
export const idFaults: Readonly<Record<string, string>> = {
  empty: 'is empty',
  containsWhitespaceOrNewline: 'holds white space or a line break',
  containsPathSeparator: 'holds a path separator',
  beginsWithDot: 'begins with a dot',
  containsControlCharacter: 'holds a control or format character',
  illFormedUnicode: 'holds half a surrogate pair',
  notNormalized: 'is not in Unicode form NFC',
  reservedName: 'is a device name on Windows',
  forbiddenCharacter: 'holds a character that file names, our addresses or shells cannot take as it is',
  tooLong: 'is longer than 128 bytes',
};
