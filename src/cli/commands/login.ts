import { Command, Option } from 'clipanion';
import { loginAccount, type OtherIdentity, readDefault, type StoredAccount } from '../../accounts/index.ts';
import { BaseCommand } from '../base-command.ts';
import {
  accountOption,
  apiKeyOption,
  installationOption,
  privateOption,
  secretRefOption,
  shareOption,
  yesOption,
} from '../options.ts';
import { askConfirm, canAsk } from '../prompt.ts';
import { checkKeyOptions, readApiKey } from '../secret-input.ts';
import { sharingRequest } from '../sharing-request.ts';
import { whoOf } from '../who.ts';
import { withProgram } from '../with-program.ts';

export class LoginCommand extends BaseCommand {
  static override readonly takes = 'any';
  static override paths = [['login']];
  static override usage = Command.Usage({
    category: 'Accounts',
    description: 'make an account by the login of the tool, or renew one',
    details: `
      The tool's own login runs in a new directory. Only when a usable credential is there does it become an
      account; a login that fails or is cancelled leaves nothing.

      With \`--with-api-key\` the key is read from stdin, never from an argument; with \`--secret-ref\` the account
      names where the key is kept (\`account add --help\`). If the tool is missing, its
      installation is offered; \`--yes\` agrees to it, and to another key in the place of an old one. What stands
      after \`--\` goes to the tool's login command.

      The first account of a tool shares what it gathers with those that share from then on. Of each further one
      \`--share\` or \`--private\` decides, or the answer to a question that is asked once; where nobody can be asked
      it is private. Logins are never shared.
    `,
    examples: [
      ['Log in to Codex as work', '$0 login codex -a work'],
      ['Log in with a key, asking nothing', '$0 login codex -a ci --with-api-key --yes'],
    ],
  });

  tool = Option.String();
  args = Option.Rest();
  account = accountOption();
  installation = installationOption();
  withApiKey = apiKeyOption();
  secretRef = secretRefOption();
  yes = yesOption();
  share = shareOption();
  private = privateOption();

  override async execute(): Promise<void> {
    checkKeyOptions(this.context, this.words, this);
    const target = await this.accountTarget(this.tool, undefined, this);
    const sharing = sharingRequest(this.context, this.words, this);
    const key = this.withApiKey ? await readApiKey(this.context, this.words) : undefined;
    const state = this.context.state();
    const request = { yes: this.yes, command: this.words };
    const { account, renewed } = await withProgram(this.context, target.tool, request, () =>
      loginAccount(state, target.tool, target.label, {
        args: this.args,
        stdoutOnStderr: this.json,
        ...(key === undefined ? {} : { key }),
        ...(this.secretRef === undefined ? {} : { keyFrom: this.secretRef }),
        ...(target.installation === undefined ? {} : { installation: target.installation }),
        confirmOther: (other: OtherIdentity) => this.confirmOther(other),
        sharing,
        made: (made) => this.tellLogin('made', made),
      }),
    );
    if (renewed) this.tellLogin('renewed', account);
    this.tell(`next: tools run ${account.tool} -a ${account.label}`);
    const { state: chosen } = readDefault(state, account.tool);
    if (chosen === 'none' || chosen === 'removed')
      this.tell(`to make it the default: tools use ${account.tool} ${account.label}`);
    if (this.json) await this.print({ renewed, account }, '');
  }

  private tellLogin(what: string, { tool, label, identity }: StoredAccount): void {
    const who = whoOf(identity);
    this.tell(`${what} ${tool}#${label}${who ? `: ${who}` : ''}`);
  }

  /** `--yes` is enough for another key; another person is always asked about, by name. */
  private async confirmOther({ tool, label, recorded, found, isKey }: OtherIdentity): Promise<boolean> {
    if (isKey && this.yes) return true;
    if (!canAsk(this.context)) return false;
    return askConfirm(
      this.context,
      `${tool}#${label} belongs to ${recorded}, and ${found} logged in. Make it theirs?`,
      this.words,
    );
  }
}
