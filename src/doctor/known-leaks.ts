import { type AccountsContext, isClosed, listAccounts } from '../accounts/index.ts';
import type { AITool, Leak } from '../registry/index.ts';
import type { ExaminedProgram } from './check-programs.ts';

/** What is known of a tool's isolation, and whether that was seen with the version that is there. */
export interface KnownLeaks {
  readonly tool: string;
  /** Of the program that is used; null: it can't be told. */
  readonly version: string | null;
  /** The versions with which somebody has looked. */
  readonly seenWith: readonly string[];
  readonly leaks: readonly (Pick<Leak, 'what' | 'access' | 'effect'> & {
    /** `closed`: by what every launch sets. `watched`: looked for before every launch. `open`: neither. */
    readonly state: 'closed' | 'watched' | 'open';
  })[];
}

/** Of tools that have accounts. That they are known is no fault of this computer. */
export function knownLeaks(
  ctx: AccountsContext,
  tools: readonly AITool[],
  programs: readonly ExaminedProgram[],
): readonly KnownLeaks[] {
  return tools
    .filter((tool) => (tool.relocation?.leaks ?? []).length > 0 && listAccounts(ctx, tool.id).length > 0)
    .map((tool) => {
      const found = programs.filter((each) => each.tool === tool.id).flatMap((each) => each.found);
      const seen = (tool.evidence ?? []).flatMap(({ fact, version }) =>
        /^relocation\b/.test(fact) && version !== undefined ? [version] : [],
      );
      return {
        tool: tool.id,
        version: found.find(({ used }) => used)?.version ?? null,
        seenWith: [...new Set(seen)],
        leaks: (tool.relocation?.leaks ?? []).map((leak) => {
          const { what, access, effect, probe } = leak;
          return {
            what,
            access,
            effect,
            state: isClosed(tool, leak) ? 'closed' : probe ? 'watched' : 'open',
          };
        }),
      };
    });
}
