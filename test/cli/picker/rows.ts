import type { PickerRow } from '../../../src/cli/picker/picker-row.ts';

/** A row as `readRows` makes it. */
export function pickerRow(given: Partial<PickerRow> & Pick<PickerRow, 'tool' | 'label'>): PickerRow {
  return {
    toolName: given.tool.toUpperCase(),
    who: '',
    plan: '',
    active: '',
    used: 'not used yet',
    facts: [],
    account: undefined,
    ...given,
  };
}

export const someRows: readonly PickerRow[] = [
  pickerRow({ tool: 'claude', label: 'client', who: 'me@client.example' }),
  pickerRow({ tool: 'codex', label: 'personal', who: 'me@example.org', plan: 'plus' }),
  pickerRow({ tool: 'codex', label: 'work', who: 'me@work.example (Acme)', active: 'the default' }),
  pickerRow({ tool: 'gemini', label: 'system' }),
];
