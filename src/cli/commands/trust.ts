import { Command, Option } from 'clipanion';
import {
  type AccountsContext,
  bindingFileName,
  bindingFileNamed,
  readBindingFile,
  revokeTrust,
  type TrustedFile,
  trustedFiles,
  trustFile,
} from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { namedPlugins } from '../../plugins/index.ts';
import { BaseCommand } from '../base-command.ts';
import { bindingFileDocument, bindingFileLines } from '../binding-file-words.ts';
import { dryRunOption, yesOption } from '../options.ts';
import { canAsk, consent } from '../prompt.ts';

export class TrustCommand extends BaseCommand {
  static override paths = [['trust']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: `heed the ${bindingFileName} of a repository`,
    details: `
      Shows what the file says and asks. It holds for exactly that text: whoever changes the file makes it count for
      nothing, until it is trusted anew. A file can name accounts, by an alias of your settings or by a label,
      require who a tool runs as, and name plugins. It can set no variable and start nothing: a plugin that it names
      is used once you have seen what it asks for and enabled it, and only at and below the directory of the file.

      \`[accounts]\` holds lines such as \`codex = "client"\`. \`[require.codex]\` holds \`fingerprint\`, one or a list of
      what \`whoami --fingerprint\` prints, and \`mode\`, which is \`"refuse"\` unless it is \`"warn"\`.
      \`plugins = ["./tools/acme"]\`, above all tables, holds folders of plugins below its directory. One of them that
      you enabled is not used once its manifest, its data, or the file of its code changes, until you enable it again;
      what that file imports is not covered.

      Without a path the nearest file is meant, here or above.
    `,
    examples: [
      ['Trust the file of this repository', '$0 trust'],
      ['What is trusted', '$0 trust --list'],
      ['Trust it no longer', '$0 trust ~/repo --revoke'],
    ],
  });

  file = Option.String({ required: false });
  list = Option.Boolean('--list', false, { description: 'list what was trusted' });
  revoke = Option.Boolean('--revoke', false, { description: 'trust it no longer' });
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const state = this.context.state();
    if (this.list && (this.revoke || this.file !== undefined))
      throw new ToolsError('OPTION_CONFLICT', {
        command: this.words,
        one: '--list',
        other: this.revoke ? '--revoke' : (this.file ?? ''),
      });
    if (this.list) return this.printAll(trustedFiles(state));
    const path = bindingFileNamed(state, this.file);
    return this.revoke ? this.revokeOne(state, path) : this.trustOne(state, path);
  }

  private async trustOne(state: AccountsContext, path: string): Promise<void> {
    const file = readBindingFile(state, path);
    const plugins = namedPlugins(this.context.plugins(), file.path, file.says.plugins);
    const document = bindingFileDocument(state, file, plugins);
    const lines = bindingFileLines(state, file, plugins);
    if (this.dryRun) return this.print({ dryRun: true, ...document }, lines);
    // Whoever is asked sees it in the question, also where there is to be no talk.
    if (this.yes || file.state === 'trusted' || !canAsk(this.context))
      for (const line of lines) this.tell(line);
    if (file.state !== 'trusted') {
      const question = [...lines, `Trust ${file.path}?`];
      await consent(this.context, { yes: this.yes, question, command: this.words });
      await trustFile(state, file);
    }
    this.tell(file.state === 'trusted' ? 'it is trusted already' : `trusted ${file.path}`);
    if (this.json) await this.print({ ...document, state: 'trusted' }, '');
  }

  private async revokeOne(state: AccountsContext, path: string): Promise<void> {
    if (this.dryRun) return this.print({ dryRun: true, path }, `would no longer trust ${path}`);
    const revoked = await revokeTrust(state, path);
    this.tell(`${revoked} is no longer trusted`);
    if (this.json) await this.print({ path: revoked, state: 'untrusted' }, '');
  }

  private async printAll(files: readonly TrustedFile[]): Promise<void> {
    await this.print(
      { files: files.map(({ path, at, state }) => ({ path, at, state })) },
      {
        heads: ['File', 'Trusted', ''],
        whole: ['File'],
        rows: files.map(({ path, at, state }) => [path, at.slice(0, 10), words[state]]),
      },
    );
  }
}

const words: Readonly<Record<TrustedFile['state'], string>> = {
  trusted: '',
  damaged: 'not understood: nothing starts there',
  changed: 'changed since: it decides nothing',
  gone: 'not there now',
};
