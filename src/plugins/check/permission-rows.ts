/** Rows of the table of checks about what a plugin asks to be allowed. */
export const permissionRows = {
  'permission/declared': {
    title: 'it asks for every permission that it uses',
    hint: 'add it to tools.permissions in package.json',
  },
  'permission/used': {
    title: 'it uses every permission that it asks for',
    hint: 'take it out of tools.permissions in package.json',
  },
} as const;
