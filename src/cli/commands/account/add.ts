import { Command, Option } from 'clipanion';
import { addAccount } from '../../../accounts/index.ts';
import { BaseCommand } from '../../base-command.ts';
import {
  accountOption,
  apiKeyOption,
  installationOption,
  privateOption,
  secretRefOption,
  shareOption,
} from '../../options.ts';
import { checkKeyOptions, readApiKey } from '../../secret-input.ts';
import { sharingRequest } from '../../sharing-request.ts';

export class AccountAddCommand extends BaseCommand {
  static override readonly takes = 'any';
  static override paths = [['account', 'add']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'make an account without running a login',
    details: `
      Its first launch logs in. With \`--with-api-key\` it holds a key instead, read from stdin; \`run\` and
      \`exec\` put that key into the environment of the program they start. Some tools heed such a key in part
      only (\`info\` says so): where the tool has a login of its own for keys, \`login --with-api-key\` uses that.

      With \`--secret-ref\` it holds no key, but names who does, and is asked for it at each start: \`op://…\`
      (1Password), \`pass:PATH\`, \`keyring:SERVICE/ACCOUNT\` (macOS, and Linux with secret-tool), \`env:NAME\`, or
      \`command:["PROGRAM", "ARGUMENT"]\`, of which the first line printed is the key. It is never stored.

      The first account of a tool shares what it gathers with those that share from then on. Of each further one
      \`--share\` or \`--private\` decides, or the answer to a question that is asked once; where nobody can be asked
      it is private.
    `,
    examples: [
      ['Make an account that logs in later', '$0 account add claude personal'],
      ['Make an account that holds a key', '$0 account add claude ci --with-api-key'],
      [
        'Make one whose key stays in 1Password',
        '$0 account add claude ci --secret-ref op://Work/anthropic/key',
      ],
      [
        'Make one that shares sessions and settings with the others',
        '$0 account add claude personal --share',
      ],
    ],
  });

  tool = Option.String();
  label = Option.String({ required: false });
  account = accountOption();
  installation = installationOption();
  withApiKey = apiKeyOption();
  secretRef = secretRefOption();
  share = shareOption();
  private = privateOption();

  override async execute(): Promise<void> {
    checkKeyOptions(this.context, this.words, this);
    const { tool, label, installation } = await this.accountTarget(this.tool, this.label, this);
    const sharing = sharingRequest(this.context, this.words, this);
    const key = this.withApiKey ? await readApiKey(this.context, this.words) : undefined;
    const state = this.context.state();
    const account = await addAccount(state, tool.id, label, {
      ...(key === undefined ? {} : { key }),
      ...(this.secretRef === undefined ? {} : { keyFrom: this.secretRef }),
      ...(installation === undefined ? {} : { installation }),
      sharing,
      made: (made) => this.tell(`made ${made.tool}#${made.label}`),
    });
    if (account.kind === 'key' && tool.commands?.loginWithApiKey)
      this.tell(
        `${tool.displayName} may heed a held key in part only (tools info ${tool.id}); it has a login of its own for keys: tools login ${tool.id} -a LABEL --with-api-key`,
      );
    this.tell(`next: tools run ${tool.id} -a ${account.label}`);
    if (this.json) await this.print({ account }, '');
  }
}
