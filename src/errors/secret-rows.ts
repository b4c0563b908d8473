/** Rows of the error table about keys that are only referred to. */
export const secretRows = {
  SECRET_REF_UNUSABLE: {
    exit: 2,
    // Never the text itself: it may be a key that was typed in the wrong place.
    message: (d: { problem: SecretRefProblem; scheme?: string | undefined }) =>
      d.problem === 'scheme'
        ? `no secret reference: no plugin that is enabled answers for ${d.scheme}://, and ${refProblems.form}.`
        : `no secret reference: ${refProblems[d.problem]}.`,
    hint: (d: { problem: SecretRefProblem; scheme?: string | undefined }) =>
      d.problem === 'scheme' ? 'tools plugin list' : `tools account add TOOL LABEL ${refForms[d.problem]}`,
  },
  SECRET_UNRESOLVED: {
    exit: 4,
    message: (d: { tool: string; label: string; source: string; why: string }) =>
      `the key of ${d.tool}#${d.label} could not be had from ${d.source}: ${d.why}. Nothing was started.`,
    /** `ask`: what asks for it as we do, without showing it. */
    hint: (d: { ask: string }) => d.ask,
  },
  SECRET_SOURCE_MISSING: {
    exit: 1,
    message: (d: { tool: string; label: string; why: string }) =>
      `the key of ${d.tool}#${d.label} can't be asked for: ${d.why}.`,
    hint: (d: { tool: string; label: string }) =>
      `tools login ${d.tool} -a ${d.label} --secret-ref REFERENCE`,
  },
  KEY_UNCLEAR: {
    exit: 4,
    message: (d: { tool: string; label: string; path: string }) =>
      `${d.tool}#${d.label} names where its key is kept, and has one in ${d.path} as well: nobody can say which is meant.`,
    hint: (d: { tool: string; label: string }) =>
      `tools login ${d.tool} -a ${d.label} --with-api-key --yes, or with --secret-ref in place of --with-api-key`,
  },
};

/** `scheme`: it has the form of one, and nobody is there who would answer. */
export type SecretRefProblem = keyof typeof refProblems | 'scheme';

const refProblems = {
  form: 'it must begin with op://, pass:, keyring:, env: or command:, in one line',
  op: 'after op:// stand a vault, an item and a field, with / between them',
  pass: 'after pass: stands the path of an entry',
  keyring: 'after keyring: stand a service and an account, with / between them',
  env: 'after env: stands the name of a variable',
  command:
    'after command: stands a JSON list of a program and its arguments; the program is a name or an absolute path',
  platform: 'keyring: is not supported on Windows',
} as const;

const refForms = {
  form: "--secret-ref 'op://VAULT/ITEM/FIELD'",
  op: "--secret-ref 'op://VAULT/ITEM/FIELD'",
  pass: '--secret-ref pass:PATH',
  keyring: '--secret-ref keyring:SERVICE/ACCOUNT',
  env: '--secret-ref env:NAME',
  command: `--secret-ref 'command:["PROGRAM", "ARGUMENT"]'`,
  platform: "--secret-ref 'op://VAULT/ITEM/FIELD'",
} as const;
