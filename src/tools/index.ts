import type { ToolDescriptor } from '../registry/index.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

/** The tools that are known without a plugin, by id. */
export const builtInTools: readonly ToolDescriptor[] = [claude, codex, copilot, gemini, opencode, qwen];

/** Who registers them: nobody else may replace one. */
export const builtInOwner = 'built-in';
