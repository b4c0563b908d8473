import { ToolsError } from '../../errors/index.ts';

/**
 * What a plugin was asked for and is passed over when it fails: that it failed is told all the same, once for each
 * plugin and point.
 */
export function toldFailures(tell: (line: string) => void) {
  const told = new Set<string>();
  return async <Answer>(plugin: string, point: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask();
    } catch (error) {
      const key = `${plugin} ${point}`;
      if (error instanceof ToolsError && !told.has(key)) {
        told.add(key);
        tell(`${error.message} ${error.hint}`);
      }
      throw error;
    }
  };
}
