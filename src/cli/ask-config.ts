import { type ConfigField, configValueOf } from '../plugins/index.ts';
import type { JsonValue } from '../registry/index.ts';
import type { CliContext } from './cli-context.ts';
import type { ListedConfig } from './listed-config.ts';
import { askChoice, askHidden, askText } from './prompt.ts';

const keeps = 'leave it as it is';

/** Asks for each value in turn; an empty answer leaves it as it is. @throws ToolsError CANCELLED: nothing is set then */
export async function askConfig(
  context: CliContext,
  fields: readonly ConfigField[],
  settings: readonly ListedConfig[],
  command: string,
): Promise<{ readonly set: Readonly<Record<string, JsonValue>> }> {
  const set: Record<string, JsonValue> = {};
  let group: string | undefined;
  for (const field of fields) {
    if (field.group !== undefined && field.group !== group) context.report.tell(field.group);
    group = field.group;
    const answer = await ask(
      context,
      field,
      settings.find(({ key }) => key === field.key),
      command,
    );
    if (answer !== undefined) set[field.key] = answer;
  }
  return { set };
}

async function ask(
  context: CliContext,
  field: ConfigField,
  setting: ListedConfig | undefined,
  command: string,
): Promise<JsonValue | undefined> {
  const { key, title = key, description, sensitive } = field;
  if (description !== undefined && description !== title) context.report.tell(description);
  if (sensitive) {
    const now = setting?.isSet ? ', empty to leave it as it is' : '';
    const typed = await askHidden(context, `${title} (not shown${now})`, command);
    if (typed === '') return undefined;
    context.report.hide(typed);
    return typed;
  }
  const now = setting === undefined || setting.shown === '' ? '' : ` [${setting.shown}]`;
  for (;;) {
    const typed = await typedFor(context, field, `${title}${now}`, command);
    if (typed === '') return undefined;
    const read = configValueOf(field, typed);
    if ('value' in read) return read.value;
    context.report.tell(`${key} ${read.problem}`);
  }
}

async function typedFor(
  context: CliContext,
  { type, control, choices }: ConfigField,
  question: string,
  command: string,
): Promise<string> {
  const among = type === 'boolean' ? [true, false] : control === 'select' ? choices : undefined;
  if (among === undefined) return askText(context, question, command);
  const answer = await askChoice(context, question, [keeps, ...among.map(String)], command);
  return answer === keeps ? '' : answer;
}
