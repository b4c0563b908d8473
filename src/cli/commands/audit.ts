import { Command, Option } from 'clipanion';
import { findAccount } from '../../accounts/index.ts';
import type { Audit, Proof, Unknown } from '../../audit/index.ts';
import { ToolsError } from '../../errors/index.ts';
import { BaseCommand } from '../base-command.ts';
import { hintFor } from '../hint-for.ts';
import { accountOption } from '../options.ts';
import { whileWaiting } from '../progress.ts';

const marks = { proven: '✓', found: '✗', notProven: '?' } as const;

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
    const target = this.tool === undefined ? undefined : this.target(this.tool, this);
    if (!target && this.account !== undefined)
      throw new ToolsError('ARGUMENT_MISSING', {
        command: this.words,
        usage: 'tools audit <tool> --account LABEL',
      });
    const state = this.context.state();
    const { audit } = await import('../../audit/index.ts');
    const label = target?.label && findAccount(state, target.tool.id, target.label).label;
    const tools = target ? [target.tool] : this.context.registry.all();
    const quiet = this.quiet || this.json;
    const result = await whileWaiting(this.context, { text: 'looking', quiet }, () =>
      audit(state, { tools, label }),
    );
    await this.report(result);
    return result.isClean ? 0 : 1;
  }

  private async report({ isClean, proofs, unknown, limits }: Audit): Promise<void> {
    const { platform } = this.context.host;
    const plain = proofs.map((proof) => ({ ...proof, findings: proof.findings.map(plainOf(platform)) }));
    if (this.json) return this.print({ clean: isClean, proofs: plain, unknown, limits }, '');
    await this.print(
      {},
      this.context.stdout.isTTY
        ? [
            ...plain.flatMap(linesOf),
            ...unknown.flatMap(unknownLines),
            ...limits.map((limit) => `· ${limit}`),
          ]
        : { heads: [], rows: [...plain.flatMap(rowsOf), ...unknown.flatMap(unknownRows)] },
    );
  }
}

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly path: string | null;
}

interface Plain extends Omit<Proof, 'findings'> {
  readonly findings: readonly Finding[];
}

function plainOf(platform: Parameters<typeof hintFor>[0]): (error: ToolsError) => Finding {
  return ({ code, message, hint, data }) => {
    const { path } = (data ?? {}) as { readonly path?: unknown };
    return { code, message, hint: hintFor(platform, hint), path: typeof path === 'string' ? path : null };
  };
}

/** For people: nothing is cut, whatever the width. */
function linesOf({ verdict, claim, checked, findings, gaps, notes }: Plain): readonly string[] {
  const extra = verdict === 'notProven' ? 'NOT PROVEN: ' : '';
  return [
    `${marks[verdict]} ${extra}${claim} (${checked} looked at)`,
    ...findings.flatMap(({ code, message, hint }) => [`  ✗ ${message} (${code})`, `    try: ${hint}`]),
    ...gaps.map(({ what, why }) => `  ? ${what}: ${why}`),
    ...notes.map((note) => `  · ${note}`),
  ];
}

function rowsOf({ name, verdict, claim, findings, gaps, notes }: Plain): readonly (readonly string[])[] {
  return [
    [name, verdict, claim, ''],
    ...findings.map(({ code, message, hint }) => [name, code, message, hint]),
    ...gaps.map(({ what, why }) => [name, 'notProven', what, why]),
    ...notes.map((note) => [name, 'note', note, '']),
  ];
}

function unknownLines({ tool, label, paths, keys, more }: Unknown): readonly string[] {
  return [
    `· unknown in ${tool}#${label}, and so its own:`,
    ...paths.map(({ path, rule }) => `    ${path}  ${rule ? JSON.stringify(rule) : ''}`),
    ...keys.map(({ file, pointer, rule }) => `    ${file} ${pointer}  ${rule ? JSON.stringify(rule) : ''}`),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
}

function unknownRows({ tool, label, paths, keys }: Unknown): readonly (readonly string[])[] {
  const rowOf = (what: string, rule: object | null) => [
    'unknown',
    `${tool}#${label}`,
    what,
    rule ? JSON.stringify(rule) : '',
  ];
  return [
    ...paths.map(({ path, rule }) => rowOf(path, rule)),
    ...keys.map(({ file, pointer, rule }) => rowOf(`${file} ${pointer}`, rule)),
  ];
}
