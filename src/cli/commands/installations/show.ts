import { Command, Option } from 'clipanion';
import {
  describeInstallation,
  type InstallationFacts,
  type KeptVersion,
  keptVersions,
} from '../../../accounts/index.ts';
import { defaultInstallation } from '../../../install/index.ts';
import { agreed } from '../../address.ts';
import { BaseCommand } from '../../base-command.ts';
import { plainError } from '../../plain-error.ts';
import { sizeInWords } from '../../sizes.ts';

const uses = {
  current: 'the one that starts',
  previous: 'for a roll-back',
  leftover: 'goes with the next install, once nobody runs it',
} as const;

export class InstallationsShowCommand extends BaseCommand {
  static override readonly isAnswer = true;
  static override paths = [['installations', 'show']];
  static override usage = Command.Usage({
    category: 'Programs',
    description: 'show what an installation starts, its root, who uses it and what lies on the disk',
    examples: [
      ['The installation that is used unless another is named', '$0 installations show codex'],
      ['Another', '$0 installations show codex 0.171.0'],
    ],
  });

  tool = Option.String();
  name = Option.String({ required: false });

  override async execute(): Promise<number> {
    const { tool, installation } = this.addressed(this.tool);
    const name = agreed(this.tool, installation, this.name) ?? defaultInstallation;
    const state = this.context.state();
    const facts = await this.waiting(`asking ${tool.displayName}`, () =>
      describeInstallation(state, tool, name, { mayAsk: true }),
    );
    const versions = keptVersions(state, tool, name);
    const { problem } = facts;
    const plain = problem && plainError(state.host, problem);
    await this.print({ installation: { ...facts, problem: plain }, versions }, linesOf(facts, versions));
    return problem ? this.told(problem) : 0;
  }
}

function linesOf(facts: InstallationFacts, versions: readonly KeptVersion[]): readonly string[] {
  const { tool, name, program, file, version, root, users } = facts;
  const how =
    program.kind === 'path'
      ? 'found'
      : program.pinned
        ? 'kept, pinned'
        : `kept, follows ${program.tag ?? 'latest'}`;
  const labels = (list: readonly string[]) => (list.length === 0 ? 'none' : list.join(', '));
  return [
    `${tool}@${name}`,
    ...(file === null ? [] : [`  program: ${file} (${how})`]),
    ...(version === null ? [] : [`  version: ${version}`]),
    `  root: ${root}`,
    `  accounts: ${labels(users.accounts)}`,
    `  on its root: ${labels([...users.rootAccounts, ...users.installations.map((other) => `@${other}`)])}`,
    ...versions.map((each) => `  on disk: ${each.version}, ${sizeInWords(each.bytes)}, ${uses[each.use]}`),
  ];
}
