/** Rows of the error table about installing programs. */
export const installRows = {
  INSTALL_NOT_SUPPORTED: {
    exit: 1,
    message: (d: { tool: string }) => `${d.tool} is not installed from npm, so it can't be managed here.`,
    hint: (d: { tool: string; command?: string | undefined }) => d.command ?? `tools info ${d.tool}`,
  },
  INSTALLATION_NOT_SUPPORTED: {
    exit: 2,
    message: (d: { tool: string; name: string }) =>
      `an installation "${d.name}" beside "default" is not there yet: it comes with the next release.`,
    hint: (d: { tool: string; name: string }) =>
      /^\d+\.\d+\.\d+/.test(d.name)
        ? `tools install ${d.tool}@${d.name} -i default`
        : `tools install ${d.tool}`,
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
  PROGRAM_UNUSABLE: {
    exit: 1,
    message: (d: { package: string; version: string; program: string; cause: string }) =>
      `${d.package}@${d.version} came without a program that works (${d.program}: ${d.cause}). Nothing was changed.`,
    hint: (d: { package: string; version: string }) => `npm view ${d.package}@${d.version} bin`,
  },
};
