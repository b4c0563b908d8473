import { ToolsError } from '../errors/index.ts';

/**
 * For what saves work or is only to be shown, and for tidying up after what took effect, or failed, already: that is
 * what is to be told. undefined where it fails.
 */
export function quietly<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch (error) {
    if (error instanceof ToolsError) return undefined;
    throw error;
  }
}
