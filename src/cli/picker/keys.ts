import type { Key } from './picker-state.ts';

/** A key as Node tells of it. */
export interface NodeKey {
  readonly name?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
}

/** Keys as they are pressed. What is pasted is one of them: no letter in it is a command, and no end of a line runs anything. */
export class Keys {
  private pasted: string | undefined;

  /** undefined: nothing is pressed yet. */
  read(text: string | undefined, { name = '', ctrl = false, meta = false }: NodeKey): Key | undefined {
    if (name === 'paste-start') this.pasted = '';
    else if (name === 'paste-end') return this.endOfPaste();
    else if (this.pasted === undefined || (ctrl && name === 'c')) return pressed(text, name, ctrl, meta);
    else this.pasted += text !== undefined && isReadable(text) ? text : ' ';
    return undefined;
  }

  private endOfPaste(): Key {
    const text = (this.pasted ?? '').trim();
    this.pasted = undefined;
    return { name: 'paste', text };
  }
}

function pressed(text: string | undefined, name: string, ctrl: boolean, meta: boolean): Key {
  const isTyped = text !== undefined && !ctrl && !meta && isReadable(text);
  return { name: ctrl ? `ctrl-${name}` : name, text: isTyped ? text : '' };
}

function isReadable(text: string): boolean {
  return /^\P{C}+$/u.test(text);
}
