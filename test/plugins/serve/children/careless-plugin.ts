import { serveTool } from '../../../../src/plugin.ts';

// Prints for people, leaves timers behind, and hangs when it is asked to carry a login.
await serveTool(
  { id: 'acme', displayName: 'Acme CLI' },
  {
    accountInfo: (configDir) => {
      console.log('by console.log');
      console.dir({ by: 'console.dir' });
      console.table([{ by: 'console.table' }]);
      process.stdout.write('by process.stdout\n');
      setInterval(() => {}, 1_000);
      return { email: configDir };
    },
    credentialCopy: () => new Promise(() => {}),
  },
);
