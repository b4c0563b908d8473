/** Rows of the table of checks about what a plugin says of itself. */
export const packageRows = {
  'package/found': {
    title: 'it is there, and is a folder with a manifest or a program',
    hint: 'name the folder that holds its package.json, or its program',
  },
  'package/manifest': {
    title: 'its manifest can be read before its code',
    hint: 'correct it there; ai-tool-registry/plugin-manifest.schema.json says what may stand where',
  },
  'package/id': {
    title: 'its id is a safe name on every system',
    hint: 'choose an id of lower-case letters, digits, dots and dashes',
  },
  'package/compatible': {
    title: 'it works with this release and this Node',
    hint: 'correct apiVersion or compatibility in package.json, or try it with what it was written for',
  },
  'package/contents': {
    title: 'it brings a tool, or adds to something',
    hint: 'name descriptors, an entry or a program in its manifest',
  },
  'package/complete': {
    title: 'it needs no installing: no scripts for that, no dependencies, nothing that fits one system alone',
    hint: 'bundle what it needs into its own files: nothing is installed or built for a plugin',
  },
  'descriptor/bounds': {
    title: 'every field of the descriptor is within its bounds',
    hint: 'ai-tool-registry/descriptor.schema.json says what a descriptor may hold',
  },
  'descriptor/free': {
    title: 'no built-in tool has its id',
    hint: 'give the tool an id of its own',
  },
  'descriptor/json': {
    title: 'the descriptor is plain JSON and comes through a file unchanged',
    hint: 'leave out what JSON can not say: undefined, functions, dates',
  },
  'descriptor/paths': {
    title: 'every path stays inside the home, on Linux, macOS and Windows',
    hint: 'write paths relative to the home, with / between names',
  },
  'descriptor/home': {
    title: 'a home of an account can be put together',
    hint: 'look at the paths that are declared as shared',
  },
  'descriptor/isolation': {
    title: 'it says how far a home keeps an account to itself',
    hint: 'declare relocation, with the reason where isolation is not complete',
  },
  'descriptor/classes': {
    title: 'what is shared, and what is one account’s own, do not contradict each other',
    hint: 'declare each path once, with the class that it has',
  },
  'descriptor/secrets': {
    title: 'nothing that may hold a credential is shared',
    hint: 'declare it as identity; what is not declared is',
  },
} as const;
