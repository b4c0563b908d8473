import { Command, Option } from 'clipanion';
import { planSeed, type SeedPlan, seedRoot } from '../../../accounts/index.ts';
import { defaultInstallation } from '../../../install/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { dryRunOption, installationOption, yesOption } from '../../options.ts';
import { consent } from '../../prompt.ts';
import { amountInWords } from '../../sizes.ts';

export class ShareSeedCommand extends BaseCommand {
  static override paths = [['share', 'seed']];
  static override usage = Command.Usage({
    category: 'Sharing',
    description: "copy what accounts can share from the tool's own directory",
    details: `
      Sessions, commands, memory and the shared part of settings are copied into a shared root that holds no sessions
      yet, so that your history is there on the first day of an account. What else accounts have there already stays;
      what is missing is added, and settings and the like join theirs. Never who you are, nothing that looks like a
      key, no database, nothing that is not known. The tool's own directory is only read.
    `,
    examples: [
      ['See what would be copied', '$0 share seed claude --dry-run'],
      ['Copy it, asking nothing', '$0 share seed claude --yes'],
    ],
  });

  tool = Option.String();
  installation = installationOption();
  yes = yesOption();
  dryRun = dryRunOption();

  override async execute(): Promise<void> {
    const { tool, installation = defaultInstallation } = this.target(this.tool, this);
    const state = this.context.state();
    const plan = await this.waiting('looking at what is there', () => planSeed(state, tool, installation));
    if (this.dryRun) return this.print({ dryRun: true, ...plan }, planLines(plan));
    if (plan.files === 0 && !plan.cutOff) return this.print({ ...plan, completed: false }, planLines(plan));
    for (const line of planLines(plan)) this.tell(line);
    const what = plan.cutOff ? 'the rest of it' : amountInWords(plan);
    await consent(this.context, {
      yes: this.yes,
      question: `Copy ${what} into what accounts of ${tool.displayName} share?`,
      command: this.words,
    });
    const seeded = await this.waiting('copying', () => seedRoot(state, tool, installation));
    this.tell('files' in seeded ? `copied ${amountInWords(seeded)}` : 'what was cut off before is whole now');
    if (this.json) await this.print(seeded, '');
  }
}

function planLines(plan: SeedPlan): readonly string[] {
  const { from, files, bytes, paths, parts, leftOut, running, inUse } = plan;
  if (plan.cutOff) return ['a copy was cut off before: it is completed, and nothing else is done'];
  const partOf = new Map(parts.map(({ path, pointers }) => [path, pointers]));
  const whole = paths.map(({ path, files: count, bytes: size }) => {
    const pointers = partOf.get(path)?.filter((pointer) => pointer !== '') ?? [];
    return pointers.length > 0
      ? `  ${path}: of it ${few(pointers, 5).join(', ')}`
      : `  ${path}: ${amountInWords({ files: count, bytes: size })}`;
  });
  const stays = parts.flatMap(({ path, stays: pointers }) =>
    pointers.map((pointer) => `  not ${path}${pointer}: accounts have another one, which stays`),
  );
  const reasonOf = (why: string) => reasons[why] ?? why;
  const left = leftOut.map(({ path, pointer, why }) => `  not ${path}${pointer ?? ''}: ${reasonOf(why)}`);
  return [
    files === 0 ? `from ${from}: nothing to copy` : `from ${from}: ${amountInWords({ files, bytes })}`,
    ...whole,
    ...few([...stays, ...left], 20),
    ...(running.length > 0
      ? [`running there now: process ${running.join(', ')}; what it writes later is not copied`]
      : []),
    ...(inUse.length > 0
      ? [`running with what accounts share: ${inUse.join(', ')}; parts of files reach it at its next start`]
      : []),
  ];
}

/** The JSON document has all. */
function few(texts: readonly string[], most: number): readonly string[] {
  return texts.length <= most ? texts : [...texts.slice(0, most), `and ${texts.length - most} more`];
}

const reasons: Readonly<Record<string, string>> = {
  database: 'a database, which two programs can write in one place only',
  link: "a link to what is the tool's own",
  special: 'no regular file',
  unreadable: 'it cannot be read',
  changing: 'it changes faster than it can be copied',
  inUse: 'an account that runs may be writing it; end that first to have it',
  taken: 'accounts have another one, which stays',
  homePath: "it holds a path of the tool's own directory or of an account",
  scrubbedName: 'it names a variable that carries a login',
  credential: 'it looks like a key',
  privateInside: "something of one account's is in it",
};
