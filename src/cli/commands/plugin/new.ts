import { Command, Option } from 'clipanion';
import { ToolsError, typedWord } from '../../../errors/index.ts';
import { expandHome } from '../../../platform/index.ts';
import {
  makePlugin,
  pluginLanguages,
  type TemplateKind,
  type TemplateLanguage,
  templateKinds,
} from '../../../plugins/index.ts';
import { idProblem } from '../../../registry/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { askText, canAsk } from '../../prompt.ts';

export class PluginNewCommand extends BaseCommand {
  static override paths = [['plugin', 'new']];
  static override usage = Command.Usage({
    category: 'Plugins',
    description: 'begin a plugin of your own: a folder with one that works',
    details: `
      \`--kind data\` is a tool and no code, and is what most need. \`--kind module\` adds code that runs inside \`tools\`.
      \`--kind program\` is a program of its own, in any language: \`--language js\`, \`python\` or \`sh\` to begin with.
      The id is that of the tool that it brings; the folder's name unless \`--id\` says another. docs/plugins.md goes on
      from there.
    `,
    examples: [
      ['A tool that nobody here knows yet', '$0 plugin new ./acme'],
      [
        'One that is asked who an account is, in Python',
        '$0 plugin new ./acme --kind program --language python',
      ],
    ],
  });

  folder = Option.String();
  kind = Option.String('--kind', { description: 'data (unless given), module or program' });
  language = Option.String('--language', { description: 'of a program: js (unless given), python or sh' });
  id = Option.String('--id', { description: 'the id of the plugin and of its tool' });

  override async execute(): Promise<void> {
    const { host, registry } = this.context;
    const folder = host.path.resolve(host.cwd, expandHome(host, this.folder));
    const template = this.template();
    const id = this.id ?? (await this.idFor(host.path.basename(folder)));
    const made = await makePlugin(host, registry, { folder, id, ...template });
    this.tell(`made ${folder}: ${made.files.join(', ')}`);
    this.tell(`next: tools plugin check ${typedWord(this.folder)}`);
    if (this.json) await this.print({ plugin: made }, '');
  }

  /** @throws ToolsError PLUGIN_TEMPLATE_UNKNOWN, OPTION_CONFLICT */
  private template(): { readonly kind: TemplateKind; readonly language: TemplateLanguage } {
    const language = oneOf('--language', this.language, pluginLanguages);
    const kind = oneOf('--kind', this.kind, templateKinds) ?? (language ? 'program' : 'data');
    if (language && kind !== 'program')
      throw new ToolsError('OPTION_CONFLICT', {
        command: this.words,
        one: `--kind ${kind}`,
        other: `--language ${language}`,
      });
    return { kind, language: language ?? 'js' };
  }

  /** A name that can be no id is asked about, where somebody is there. */
  private async idFor(name: string): Promise<string> {
    const id = name.toLowerCase().replace(/^tools-plugin-(?=.)/, '');
    if (idProblem(id) === undefined || !canAsk(this.context)) return id;
    return askText(this.context, 'id of the plugin, and of the tool that it brings', `${this.words} --id ID`);
  }
}

/** @throws ToolsError PLUGIN_TEMPLATE_UNKNOWN */
function oneOf<Value extends string>(
  option: string,
  value: string | undefined,
  known: readonly Value[],
): Value | undefined {
  const found = known.find((one) => one === value);
  if (found === undefined && value !== undefined)
    throw new ToolsError('PLUGIN_TEMPLATE_UNKNOWN', { option, value, known });
  return found;
}
