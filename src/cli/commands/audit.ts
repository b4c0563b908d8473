import { Command, Option } from 'clipanion';
import { findAccount } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import { auditLines, auditTable, plainOf } from '../audit-lines.ts';
import { BaseCommand } from '../base-command.ts';
import { accountOption } from '../options.ts';

export class AuditCommand extends BaseCommand {
  static override paths = [['audit']];
  static override usage = Command.Usage({
    category: 'About',
    description: 'prove that accounts are kept apart and share only what they should',
    details: `
      No credential in two stores or within reach of another account, nothing private or unknown shared, guards
      and retention in force. Nothing is changed, and no value is shown. ✓ proven, ✗ something was found, ? NOT
      PROVEN: something could not be looked at, such as a keychain. Exit 0 when everything is proven, else 1.
      Paths and keys that no descriptor knows are listed with the rule for one; they are no fault.
    `,
    examples: [
      ['Everything', '$0 audit'],
      ['One account, for a program', '$0 audit codex -a work --json'],
    ],
  });

  tool = Option.String({ required: false });
  account = accountOption();

  override async execute(): Promise<number> {
    const target = this.targetIfNamed(this.tool, this);
    const state = this.context.state();
    const { audit } = await import('../../audit/index.ts');
    const label = target?.label && findAccount(state, target.tool.id, target.label).label;
    const tools = target ? [target.tool] : this.context.registry.all();
    const result = await this.waiting('looking', () => audit(state, { tools, label }));
    await this.report(result);
    return result.isClean ? 0 : 1;
  }

  private async report({ isClean, proofs, unknown, limits }: Audit): Promise<void> {
    const plain = proofs.map((proof) => plainOf(this.context.host, proof));
    if (this.json) return this.print({ clean: isClean, proofs: plain, unknown, limits }, '');
    await this.print(
      {},
      this.context.stdout.isTTY
        ? auditLines(plain, unknown, limits, this.context.isPlain)
        : auditTable(plain, unknown),
    );
  }
}
