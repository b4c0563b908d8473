import { readDescriptor } from './check-descriptor.ts';
import { sortByCodePoint } from './code-point-order.ts';
import type { AITool, ToolDescriptor } from './descriptor.ts';
import { foldName } from './fold-name.ts';
import { frozenCopy } from './frozen-copy.ts';
import { RegistrationError } from './registration-error.ts';
import { resolveTool } from './resolve-tool.ts';

export interface RegisterOptions {
  /** Who brings the tool; the same owner may replace it. Default: `host`. */
  readonly owner?: string;
}

export interface SealOptions {
  /** Told of a registration after the seal, which is then not refused. What it throws refuses it. */
  readonly onLateRegistration?: (tool: AITool, owner: string) => void;
}

interface Entry {
  readonly tool: AITool;
  readonly owner: string;
}

/** The tools that are known. Register before anything reads: see `seal`. */
export class AIToolRegistry {
  readonly #entries = new Map<string, Entry>();
  /** Folded id → id, only for ids that differ from their folded form. */
  readonly #folded = new Map<string, string>();
  #all: readonly AITool[] | undefined;
  #seal: SealOptions | undefined;

  /**
   * A registry of tools that a test has put through `checkDescriptor`: nothing is checked again, and each is
   * copied when it is first asked for, because a start of the program needs one of them at most.
   * @internal
   */
  static ofChecked(tools: readonly ToolDescriptor[], owner: string): AIToolRegistry {
    const registry = new AIToolRegistry();
    for (const tool of tools) registry.#put(tool.id, foldName(tool.id), lazyEntry(tool, owner));
    return registry;
  }

  /**
   * Stores a deep-frozen copy. Returns the undo, which takes back this very registration and nothing that
   * came after it. The same owner's tool of the same id is replaced.
   * @throws RegistrationError naming the id and the reason; nothing is changed then.
   */
  register<Id extends string>(
    descriptor: ToolDescriptor<Id>,
    { owner = 'host' }: RegisterOptions = {},
  ): () => void {
    const tool: AITool = resolveTool(readDescriptor(descriptor));
    const before = this.#entries.get(tool.id);
    const folded = foldName(tool.id);
    this.#refuse(tool.id, folded, before?.owner, owner);
    const entry: Entry = { tool, owner };
    this.#put(tool.id, folded, entry);
    if (this.#seal !== undefined) this.#announce(this.#seal, entry, before);
    return () => {
      if (this.#entries.get(tool.id) === entry) this.#put(tool.id, folded, undefined);
    };
  }

  /** Every tool, sorted by id in code-point order: the same frozen array until the table changes. */
  all(): readonly AITool[] {
    this.#all ??= Object.freeze(sortByCodePoint([...this.#entries.keys()]).map((id) => this.#toolAt(id)));
    return this.#all;
  }

  /** The tool of this id, or undefined. */
  tool(id: string): AITool | undefined {
    return this.#entries.get(id)?.tool;
  }

  /** Who registered the tool of this id, or undefined. */
  ownerOf(id: string): string | undefined {
    return this.#entries.get(id)?.owner;
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** Forgets every tool and the seal. For tests. */
  reset(): void {
    this.#entries.clear();
    this.#folded.clear();
    this.#all = undefined;
    this.#seal = undefined;
  }

  /**
   * Ends the start-up phase: work done once for every tool may begin, and a tool that came later would be
   * skipped by it, so `register` refuses from now on, or announces when asked to.
   */
  seal(options: SealOptions = {}): void {
    this.#seal = options;
  }

  #refuse(id: string, folded: string, holder: string | undefined, owner: string): void {
    if (this.#seal !== undefined && this.#seal.onLateRegistration === undefined) {
      throw new RegistrationError('REGISTRY_SEALED', 'sealed', { id });
    }
    if (holder !== undefined && holder !== owner) {
      throw new RegistrationError('TOOL_OWNED_BY_ANOTHER', 'ownedByAnother', {
        id,
        owner: holder,
        by: owner,
      });
    }
    const other = holder === undefined ? this.#sameFolded(id, folded) : undefined;
    if (other !== undefined) {
      throw new RegistrationError('TOOL_ID_REFUSED', 'collides', { id, reason: 'collides', other });
    }
  }

  #sameFolded(id: string, folded: string): string | undefined {
    if (folded !== id && this.#entries.has(folded)) return folded;
    return this.#folded.get(folded);
  }

  #announce(seal: SealOptions, entry: Entry, before: Entry | undefined): void {
    try {
      seal.onLateRegistration?.(entry.tool, entry.owner);
    } catch (error) {
      this.#put(entry.tool.id, foldName(entry.tool.id), before);
      throw error;
    }
  }

  #put(id: string, folded: string, entry: Entry | undefined): void {
    if (entry === undefined) this.#entries.delete(id);
    else this.#entries.set(id, entry);
    if (folded !== id) {
      if (entry === undefined) this.#folded.delete(folded);
      else this.#folded.set(folded, id);
    }
    this.#all = undefined;
  }

  #toolAt(id: string): AITool {
    return (this.#entries.get(id) as Entry).tool;
  }
}

function lazyEntry(descriptor: ToolDescriptor, owner: string): Entry {
  let resolved: AITool | undefined;
  return {
    owner,
    get tool() {
      resolved ??= resolveTool(frozenCopy(descriptor));
      return resolved;
    },
  };
}
