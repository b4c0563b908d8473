/** Rows of the error table about installing programs. */
export const installRows = {
  INSTALL_NOT_SUPPORTED: {
    exit: 1,
    message: (d: { tool: string }) => `${d.tool} is not installed from npm, so it can't be managed here.`,
    hint: (d: { tool: string; command?: string | undefined }) => d.command ?? `tools info ${d.tool}`,
  },
  INSTALLATION_NAME_UNUSABLE: {
    exit: 2,
    message: (d: { name: string; problem: NameFault }) =>
      `${JSON.stringify(d.name)} can't be the name of an installation: ${nameFaults[d.problem]}.`,
    hint: (d: { tool: string }) => `tools installations list ${d.tool}`,
  },
  INSTALLATION_NOT_FOUND: {
    exit: 3,
    message: (d: { tool: string; name: string }) => `${d.tool} has no installation "${d.name}".`,
    hint: (d: { tool: string; name: string; closest?: string | undefined }) => {
      // A version that is nearly the same is another version.
      if (/^\d+\.\d+\.\d+/.test(d.name)) return `tools install ${d.tool}@${d.name}`;
      return d.closest
        ? `tools installations show ${d.tool} ${d.closest}`
        : `tools installations list ${d.tool}`;
    },
  },
  INSTALLATION_TAKEN: {
    exit: 2,
    message: (d: { tool: string; name: string; existing: string }) =>
      d.name === d.existing
        ? `${d.tool} already has the installation "${d.existing}".`
        : `${d.tool} already has the installation "${d.existing}", and "${d.name}" is the same name on some disks.`,
    hint: (d: { tool: string; existing: string }) => `tools installations show ${d.tool} ${d.existing}`,
  },
  INSTALLATION_ROOT_FIXED: {
    exit: 2,
    message: (d: { tool: string; name: string; root: string }) =>
      `the installation "${d.name}" of ${d.tool} has the root "${d.root}", and keeps it.`,
    hint: (d: { tool: string; name: string }) => `tools installations show ${d.tool} ${d.name}`,
  },
  INSTALLATION_ROOT_DIFFERS: {
    exit: 2,
    message: (d: { tool: string; label: string; name: string; root: string; accountRoot: string }) =>
      `${d.tool}#${d.label} has its state in the root "${d.accountRoot}", and the installation "${d.name}" uses the root "${d.root}".`,
    hint: (d: { tool: string; label: string; name: string }) =>
      `tools account move ${d.tool} ${d.label} --root ${d.name}`,
  },
  INSTALLATION_IN_USE: {
    exit: 1,
    message: (d: { tool: string; name: string; users: readonly string[] }) =>
      `the installation "${d.name}" of ${d.tool} is used by ${d.users.join(', ')}.`,
    hint: (d: { tool: string; name: string; users: readonly string[] }) => {
      const label = d.users.find((user) => user.includes('#'))?.split('#')[1];
      return label === undefined
        ? `tools installations show ${d.tool} ${d.name}`
        : `tools account move ${d.tool} ${label} --root INSTALLATION, or tools remove ${d.tool} ${label}`;
    },
  },
  INSTALLATION_RUNNING: {
    exit: 5,
    message: (d: { tool: string; name: string; who: readonly string[] }) =>
      `the installation "${d.name}" of ${d.tool} is running: ${d.who.join(', ')}.`,
    hint: () => 'end it, then try again',
  },
  ROOT_HOLDS_STATE: {
    exit: 2,
    message: (d: { tool: string; name: string; files: number }) =>
      `the installation "${d.name}" of ${d.tool} holds what its accounts have accumulated: ${d.files} files, which would go with it.`,
    hint: (d: { tool: string; name: string }) => `tools installations remove ${d.tool} ${d.name} --yes`,
  },
  INSTALLATION_PINNED: {
    exit: 2,
    message: (d: { tool: string; name: string; version: string }) =>
      `the installation "${d.name}" of ${d.tool} is pinned to ${d.version}: an update leaves it alone.`,
    hint: (d: { tool: string; name: string }) => `tools install ${d.tool}@latest -i ${d.name}`,
  },
  INSTALLATION_NOT_MANAGED: {
    exit: 3,
    message: (d: { tool: string; name: string }) =>
      `the installation "${d.name}" of ${d.tool} is no version that we keep: it starts a program from elsewhere, which is updated and removed there.`,
    hint: (d: { tool: string; name: string }) => `tools installations show ${d.tool} ${d.name}`,
  },
  PREVIOUS_VERSION_MISSING: {
    exit: 3,
    message: (d: { tool: string; name: string; version?: string | undefined }) =>
      `the installation "${d.name}" of ${d.tool} can't be rolled back: ${d.version === undefined ? 'there was no version before' : `${d.version} is not there any more`}.`,
    hint: (d: { tool: string; name: string; version?: string | undefined }) =>
      d.version === undefined
        ? `tools installations show ${d.tool} ${d.name}`
        : `tools install ${d.tool}@${d.version} -i ${d.name}`,
  },
  EXECUTABLE_UNUSABLE: {
    exit: 2,
    message: (d: { path: string; problem: string }) =>
      `${JSON.stringify(d.path)} can't be the program of an installation: ${d.problem}.`,
    hint: (d: { tool: string }) => `tools which ${d.tool} --all`,
  },
  VERSION_UNUSABLE: {
    exit: 2,
    message: (d: { version: string }) => `"${d.version}" is neither a version nor a tag.`,
    hint: (d: { tool: string }) => `tools install ${d.tool}`,
  },
  NPM_MISSING: {
    exit: 1,
    message: (d: { cause: string }) => `npm, which does the installing, can't be started: ${d.cause}.`,
    hint: () => 'npm --version',
  },
  PACKAGE_NOT_FOUND: {
    exit: 3,
    message: (d: { package: string; version: string }) => `the registry has no ${d.package}@${d.version}.`,
    hint: (d: { package: string }) => `npm view ${d.package} dist-tags`,
  },
  REGISTRY_UNREACHABLE: {
    exit: 1,
    message: (d: { package: string; cause: string }) =>
      `the registry can't be asked about ${d.package} (${d.cause}); nothing was changed.`,
    hint: (d: { package: string }) => `npm view ${d.package} version`,
  },
  INSTALL_FAILED: {
    exit: 1,
    message: (d: { package: string; version: string; cause: string }) =>
      `npm did not install ${d.package}@${d.version}: ${d.cause}. Nothing was changed.`,
    hint: (d: { package: string; version: string }) => `npm view ${d.package}@${d.version}`,
  },
  INSTALL_OVERTAKEN: {
    exit: 5,
    message: (d: { tool: string; name: string; version: string }) =>
      `the installation "${d.name}" of ${d.tool} was taken away while ${d.version} was being installed. Nothing was changed.`,
    hint: (d: { tool: string; name: string; version: string }) =>
      `tools install ${d.tool}@${d.version} -i ${d.name}`,
  },
  PROGRAM_UNUSABLE: {
    exit: 1,
    message: (d: { package: string; version: string; program: string; cause: string }) =>
      `${d.package}@${d.version} came without a program that works (${d.program}: ${d.cause}). Nothing was changed.`,
    hint: (d: { package: string; version: string }) => `npm view ${d.package}@${d.version} bin`,
  },
};

type NameFault = 'characters' | 'length' | 'end' | 'device';

const nameFaults: Readonly<Record<NameFault, string>> = {
  characters: 'it holds something else than letters of ASCII, digits and . _ + -, or begins with a mark',
  length: 'it has more than 64 characters',
  end: 'it ends with a dot',
  device: 'Windows keeps that name for a device',
};
