import { frozen } from './frozen.ts';

export type Permission = keyof typeof permissions;

/** What a plugin may ask to be allowed, and how a person is told. Frozen: names are never reused. */
export const permissions = frozen({
  'code:in-process': 'runs its code inside `tools`, with all your rights: it is trusted, not confined',
  'code:child-process': 'is started as a program of its own, with all your rights',
  'process:spawn': 'starts other programs',
  network: 'talks to the network',
  storage: 'keeps data of its own in our folder',
  'account:info': 'is told where the homes of your accounts lie, and says who they are',
  'account:import': 'says which directories could become accounts',
  'account:credential': 'moves the fresh login of its own tool into the home of an account',
  'list:column': 'adds a column to the list of accounts',
  'hook:login': 'is told after each login',
  'hook:run': 'is asked before each start, and can refuse it',
  'secret:resolve': 'gives keys for references of its own scheme',
  'command:add': 'adds commands to `tools`',
} as const);

/**
 * What needs a permission beside the extension points, whose own stands in `extensionPoints`. `process:spawn` and
 * `network` are promises of the author: we show them, and can't hold a plugin's code to them.
 */
export const neededPermissions = frozen({
  /** The manifest's `entry`. */
  entry: 'code:in-process',
  /** The manifest's `program`. */
  program: 'code:child-process',
  /** `api.state` */
  state: 'storage',
  /** `api.commands` */
  commands: 'command:add',
  /** `tool/credentialCopy` on the wire; `tool/accountInfo` needs what the point `accountInfo` needs. */
  credentialCopy: 'account:credential',
} as const satisfies Readonly<Record<string, Permission>>);
