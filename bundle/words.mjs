/** The words of an error are loaded by the first error. */
export function wordsWhenAsked() {
  const table = /^import \{.*\berrorTable\b.*\} from '\.\/error-table\.ts';$/m;
  return {
    name: 'words-when-asked',
    transform(code, id) {
      if (!/errors[\\/]tools-error\.ts$/.test(id)) return undefined;
      if (!table.test(code)) this.error('the class of errors has changed: see how it comes to its table');
      return code.replace(table, '').replace(/\berrorTable\b(?!`)/, "require('./words.cjs').errorTable");
    },
  };
}

/** The way in says nothing of what is wrong, nor where: it hands over to the program, which has the words for it. */
export function withoutWords() {
  const instead = {
    '/errors/index.ts':
      "export { typedPath } from './typed-path.ts'; export class ToolsError extends Error { constructor(code, data) { super(code); this.code = code; this.data = data; } }",
    '/find-json-fault.ts': "export const findJsonFault = () => ({ at: 0, problem: '' });",
  };
  return {
    name: 'without-words',
    load: (id) => Object.entries(instead).find(([name]) => id.replaceAll('\\', '/').endsWith(name))?.[1],
  };
}
