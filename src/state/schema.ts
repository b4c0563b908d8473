import * as z from 'zod';
import type { StoredFiles } from './stored-files.ts';

// Loose on purpose: what a later release of the same format adds is kept when an earlier one writes the file.

const processMark = z.looseObject({
  pid: z.int().positive(),
  startedAt: z.string().nullable(),
  boot: z.string(),
  machine: z.string(),
});

const identity = z.looseObject({
  subject: z.string().exactOptional(),
  organization: z.string().exactOptional(),
  organizationName: z.string().exactOptional(),
  email: z.string().exactOptional(),
  plan: z.string().exactOptional(),
  keyFingerprint: z.string().exactOptional(),
  keySource: z.string().exactOptional(),
  toldBy: z.string().exactOptional(),
  asOf: z.iso.datetime(),
});

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);

/** account.json */
const account = z.looseObject({
  schemaVersion: z.literal(1),
  id: z.string().regex(/^[a-z0-9]{8}$/, 'not an account id'),
  tool: z.string().min(1),
  label: z.string().min(1),
  createdAt: z.iso.datetime(),
  home: z.string().min(1),
  root: z.string().min(1),
  installation: z.string().min(1),
  kind: z.enum(['login', 'key']),
  keyFrom: z.string().min(1).exactOptional(),
  identity: identity.nullable(),
  environment: z.record(variableName, z.string()),
  sharing: z.looseObject({ on: z.boolean(), except: z.array(z.string()) }).exactOptional(),
});

/** pending.json */
const pending = z.looseObject({
  schemaVersion: z.literal(1),
  label: z.string().min(1),
  process: processMark,
  startedAt: z.iso.datetime(),
});

/** secret.json */
const secret = z.looseObject({ schemaVersion: z.literal(1), key: z.string().min(1) });

/** defaults/<tool>; account null: a default was removed, and nothing has been chosen since. */
const defaultAccount = z.looseObject({
  schemaVersion: z.literal(1),
  account: z.string().min(1).nullable(),
  at: z.iso.datetime(),
});

/** installation.json */
const installation = z.looseObject({
  schemaVersion: z.literal(1),
  tool: z.string().min(1),
  name: z.string().min(1),
  root: z.string().min(1),
  program: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('path'), file: z.string().min(1).exactOptional() }),
    z.looseObject({
      kind: z.literal('managed'),
      version: z.string().min(1),
      pinned: z.boolean(),
      tag: z.string().min(1).exactOptional(),
      previous: z.string().min(1).exactOptional(),
    }),
  ]),
});

/** .root.json */
const sharedRoot = z.looseObject({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  salt: z.string().min(1),
  newcomers: z.enum(['share', 'private']).exactOptional(),
});

/** root.json */
const rootRecord = z.looseObject({ schemaVersion: z.literal(1), id: z.string().min(1) });

/** links.json */
const links = z.looseObject({
  schemaVersion: z.literal(1),
  links: z.record(z.string().min(1), z.record(z.string().min(1), z.string().min(1))),
});

/** shells/files.json */
const shellFiles = z.looseObject({
  schemaVersion: z.literal(1),
  files: z.record(z.string().min(1), z.string().min(1)),
});

/** trust.json */
const trust = z.looseObject({
  schemaVersion: z.literal(1),
  files: z.record(
    z.string().min(1),
    z.looseObject({ hash: z.string().regex(/^[0-9a-f]{64}$/, 'not a hash'), at: z.iso.datetime() }),
  ),
});

/** settings.json: its table of keys is in src/settings, which looks at them before. */
const settings = z.looseObject({ schemaVersion: z.literal(1) });

const pluginKind = z.enum(['data', 'module', 'program']);

/** plugins/<folded id>/plugin.json */
const plugin = z.looseObject({
  schemaVersion: z.literal(1),
  id: z.string().min(1),
  kind: pluginKind,
  source: z.looseObject({
    how: z.enum(['settings', 'installed', 'linked', 'project']),
    path: z.string().min(1),
  }),
  version: z.string().min(1).nullable(),
  enabled: z.boolean(),
  confirmed: z
    .looseObject({
      kind: pluginKind,
      path: z.string().min(1),
      permissions: z.array(z.string()),
      digest: z.string(),
      at: z.iso.datetime(),
    })
    .nullable(),
  linkedAt: z.iso.datetime(),
});

/** plugins/<folded id>/state.json */
const pluginState = z.looseObject({
  schemaVersion: z.literal(1),
  values: z.record(z.string(), z.unknown()),
});

/** plugins/<folded id>/config.json */
const pluginConfig = z.looseObject({
  schemaVersion: z.literal(1),
  values: z.record(z.string(), z.unknown()),
});

/** plugins/<folded id>/secrets.json */
const pluginSecrets = z
  .looseObject({
    schemaVersion: z.literal(1),
    values: z.record(z.string(), z.string()),
    references: z.record(z.string(), z.string()),
  })
  .refine(({ values, references }) => Object.keys(values).every((key) => !Object.hasOwn(references, key)), {
    error: 'a key has a value and a reference',
  });

const schemas = {
  account,
  pending,
  secret,
  default: defaultAccount,
  installation,
  sharedRoot,
  rootRecord,
  links,
  trust,
  shellFiles,
  settings,
  plugin,
  pluginState,
  pluginConfig,
  pluginSecrets,
} satisfies {
  readonly [Kind in keyof StoredFiles]: z.ZodType<StoredFiles[Kind]>;
};

/** What keeps a value from being written as a file of that kind: where and why, never the value itself. */
export function problemOf(kind: keyof StoredFiles, value: unknown): string | undefined {
  const result = schemas[kind].safeParse(value);
  if (result.success) return undefined;
  return result.error.issues.map((issue) => `${issue.path.join('.') || kind}: ${issue.message}`).join('; ');
}
