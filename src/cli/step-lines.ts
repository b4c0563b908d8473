import { type Shell, type ShellChange, shellLines, shellWord } from '../process/index.ts';

/**
 * What the hook of a shell is answered: where it is to go, and what it is to say, which it does once for each
 * directory. The first line tells whose answer it is.
 * @throws ToolsError as shellLines
 */
export function stepLines(
  shell: Exclude<Shell, 'dotenv'>,
  change: ShellChange,
  said: readonly string[],
): string {
  if (shell === 'json') return `${JSON.stringify({ schemaVersion: 1, ...change, say: said })}\n`;
  const say = shell === 'pwsh' ? '__AiToolsSay' : '__ai_tools_say';
  const lines = [': ai-tools', ...said.map((line) => `${say} ${shellWord(shell, line)}`)];
  return `${lines.join('\n')}\n${shellLines(shell, change)}`;
}
