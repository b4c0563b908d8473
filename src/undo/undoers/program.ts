import {
  type AccountsContext,
  removeInstallation,
  requireRemovable,
  rootStateOf,
} from '../../accounts/index.ts';
import {
  defaultInstallation,
  lookAtSwitch,
  type ProgramSwitch,
  restoreProgram,
} from '../../install/index.ts';
import type { AITool } from '../../registry/index.ts';
import { isStoredProgram, type JournalRecord, type StoredProgram } from '../../state/index.ts';
import { changedSince } from '../changed-since.ts';
import { textIn, valueIn } from '../text-in.ts';
import { toolOf } from '../tool-of.ts';
import type { Standing, Undoer } from '../undoer.ts';

/**
 * `tools install`, `update`, `update --rollback`, `uninstall`, `installations add`: the installation starts what it
 * started before, or goes, where the change made it.
 */
export const undoProgram: Undoer = {
  look: async (ctx, change) => {
    const tool = toolOf(ctx, change);
    const program = switchIn(change);
    const { name, from } = program;
    const standing = await lookAtSwitch(ctx, tool, program);
    if (standing === 'before') return { at: 'before' };
    if (standing === 'elsewhere')
      return { at: 'elsewhere', why: `${tool.id}@${name} starts something else by now` };
    if (standing === 'gone') return isGone(tool, program);
    return isMade(program) ? removalOf(ctx, tool, name) : { at: 'after', makes: [inWords(tool, name, from)] };
  },
  undo: async (ctx, change) => {
    const tool = toolOf(ctx, change);
    const program = switchIn(change);
    const { name, from } = program;
    if (isMade(program)) {
      const { trash } = await removeInstallation(ctx, tool, name);
      return [`${tool.id}@${name} is gone; it lies in ${trash}`];
    }
    if (await restoreProgram(ctx, tool, program)) return [inWords(tool, name, from)];
    throw changedSince(change, `${tool.id}@${name} starts something else by now`);
  },
};

function switchIn(change: JournalRecord): ProgramSwitch {
  const programOf = (name: 'program' | 'programBefore') =>
    typeof change.what[name] === 'string' ? valueIn(change, name, isStoredProgram) : null;
  return {
    verb: change.verb,
    name: textIn(change, 'installation'),
    from: programOf('programBefore'),
    to: programOf('program'),
  };
}

/** `default` is always there. */
function isMade({ name, from }: ProgramSwitch): boolean {
  return from === null && name !== defaultInstallation;
}

function isGone(tool: AITool, { name, from }: ProgramSwitch): Standing {
  const version = from?.kind === 'managed' ? from.version : '';
  return {
    at: 'elsewhere',
    why: `version ${version} is not kept any more`,
    instead: `tools install ${tool.id}@${version} -i ${name}`,
  };
}

function removalOf(ctx: AccountsContext, tool: AITool, name: string): Standing {
  requireRemovable(ctx, tool, name);
  if (rootStateOf(ctx, tool, name).files === 0) return { at: 'after', makes: [`${tool.id}@${name} is gone`] };
  return {
    at: 'elsewhere',
    why: 'accounts have gathered something in its root since',
    instead: `tools installations remove ${tool.id} ${name}`,
  };
}

function inWords(tool: AITool, name: string, program: StoredProgram | null): string {
  if (program?.kind === 'managed') return `${tool.id}@${name} starts version ${program.version}`;
  return `${tool.id}@${name} starts ${program?.file ?? 'what is on PATH'}`;
}
