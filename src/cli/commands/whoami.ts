import { Command, Option } from 'clipanion';
import {
  accountStatus,
  chooseAccount,
  describeIdentity,
  type Fingerprint,
  fingerprintOf,
  type Identity,
  listAccounts,
  organizationFingerprint,
} from '../../accounts/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption } from '../options.ts';
import { unclear } from '../tool-status.ts';

export class WhoamiCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['whoami']];
  static override usage = Command.Usage({
    category: 'Choosing',
    description: 'say who a tool is logged in as here',
    details: `
      Read from the files of the account's own directory: a name, not a proof. Exit 4 when nobody is logged in.
      \`--fingerprint\` prints a hash of the account's and organisation's ids instead of a name, the same on every
      computer: a file in a repository can require it. With \`--organization\` it is that of the organisation, the
      same for all its members. That of a key is local to its account, and of no use in a file.
    `,
    examples: [
      ['Who Codex would run as here', '$0 whoami codex'],
      ['Who work is', '$0 whoami codex -a work --json'],
      ['A hash that may be shown to others', '$0 whoami codex -a work --fingerprint'],
      [
        'One that all members of the organisation have',
        '$0 whoami codex -a work --fingerprint --organization',
      ],
    ],
  });

  tool = Option.String();
  account = accountOption();
  fingerprint = Option.Boolean('--fingerprint', false, { description: 'print a hash instead of a name' });
  organization = Option.Boolean('--organization', false, { description: 'print a hash of the organisation' });

  override async execute(): Promise<void> {
    const { tool, label } = this.target(this.tool, this);
    const state = this.context.state();
    const { account, because } = chooseAccount(state, tool.id, label);
    const status = await accountStatus(state, tool, account);
    if (status.state === 'loggedOut') {
      const instead = listAccounts(state, tool.id).find((listing) => listing.account)?.account?.label;
      const isKey = account.kind === 'key';
      throw new ToolsError('NOT_LOGGED_IN', { tool: tool.id, label: account.label, isKey, instead });
    }
    if (status.state === 'mismatch') throw unclear(status);
    const { identity, store, state: login, reason } = status;
    if (reason !== undefined) this.tell(reason);
    if (this.fingerprint || this.organization) return this.printFingerprint(tool.id, account.label, identity);
    await this.print(
      { tool: tool.id, account: account.label, because, state: login, identity, store, home: status.home },
      [`${tool.id}#${account.label}`, describeIdentity(identity), identity?.plan]
        .filter((part) => part !== undefined)
        .join('  '),
    );
    this.advise(because);
  }

  private async printFingerprint(tool: string, account: string, identity: Identity | null): Promise<void> {
    const fingerprint = this.organization ? ofOrganization(tool, identity) : fingerprintOf(tool, identity);
    const of = this.organization ? 'organisation' : 'account';
    if (!fingerprint) throw new ToolsError('FINGERPRINT_UNKNOWN', { tool, label: account, of });
    if (fingerprint.scope === 'local')
      this.tell(`it is a key's: known to this account alone, and no binding can use it`);
    await this.print(
      { tool, account, fingerprint: fingerprint.value, scope: fingerprint.scope },
      fingerprint.value,
    );
  }
}

function ofOrganization(tool: string, identity: Identity | null): Fingerprint | undefined {
  const value = organizationFingerprint(tool, identity);
  return value === undefined ? undefined : { value, scope: 'public' };
}
