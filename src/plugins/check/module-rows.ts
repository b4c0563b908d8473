/** Rows of the table of checks about code that runs inside our process. */
export const moduleRows = {
  'module/import': {
    title: 'its module loads and exports a plugin by default',
    hint: 'export default definePlugin({ id, version, apiVersion, setup }), and bundle what it imports',
  },
  'module/agrees': {
    title: 'its module says the same of itself as its manifest',
    hint: 'give the module the id and the version of package.json',
  },
  'module/setup': {
    title: 'setup ends well, in time',
    hint: 'register in setup, and wait for nothing there',
  },
  'module/again': {
    title: 'setup works a second time, after it was unloaded',
    hint: 'keep what setup makes inside it, not in the module',
  },
  'module/refused': {
    title: 'a registration that is refused leaves nothing behind',
    hint: 'let setup throw what a registration throws, and free in dispose what it holds',
  },
  'module/unload': {
    title: 'it is gone once it is unloaded: dispose was called, nothing goes on running',
    hint: 'end timers, listeners and processes in dispose, or when api.signal is aborted',
  },
  'module/late': {
    title: 'it registers nothing after setup, nor once it is unloaded',
    hint: 'register all of it before setup ends',
  },
  'module/surroundings': {
    title: 'setup leaves the environment, globals and files outside its state alone',
    hint: 'keep data by api.state, and leave process.env as it is',
  },
} as const;
