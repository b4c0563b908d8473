import { Option } from 'clipanion';
import { ToolsError } from '../errors/index.ts';
import type { PeerPlan, PeerRequest } from '../peers/index.ts';
import { BaseCommand } from './base-command.ts';
import { accountOption, dryRunOption, installationOption, yesOption } from './options.ts';
import { afterLines, peerTable, planLines } from './peer-lines.ts';
import { askChoice, canAsk, consent } from './prompt.ts';

const nothing = 'nothing';

/** Somebody else who keeps account of accounts. */
interface Keeper {
  readonly displayName: string;
  readonly plan: (request: PeerRequest) => Promise<PeerPlan>;
}

/** What `import` does with another account manager. */
export abstract class PeerImportCommand extends BaseCommand {
  tool = Option.String({ required: false });
  from = Option.String('--from', { description: 'the directory, or the account manager, or `homes`' });
  only = Option.String('--only', { description: 'of an account manager: these accounts, with commas' });
  withSettings = Option.Boolean('--with-settings', false, {
    description: 'of an account manager: its linked directories, default accounts and aliases, too',
  });
  account = accountOption();
  installation = installationOption();
  yes = yesOption();
  dryRun = dryRunOption();

  /** What is here; a person picks from it. */
  protected async listPeers(): Promise<number> {
    const state = this.context.state();
    const { findImporters, findPeers } = await import('../peers/index.ts');
    const here = await this.waiting('looking for accounts', async () => [
      ...(await findPeers(state)),
      ...(await findImporters(state)),
    ]);
    await this.print(
      { found: here.map(({ plan, ...found }) => ({ ...found, ...toldOf(plan) })) },
      peerTable(here),
    );
    if (here.length === 0) this.advise('nothing was found that could be imported');
    if (here.length === 0 || this.json || this.dryRun || !canAsk(this.context)) return 0;
    const ids = here.map(({ peer }) => peer);
    const chosen = await askChoice(this.context, 'Import from', [...ids, nothing], this.words);
    const keeper = await this.keeperOf(chosen);
    return keeper ? this.fromKeeper(keeper) : 0;
  }

  /** Who keeps account of others' accounts by that name: an account manager, or else a plugin. */
  protected async keeperOf(name: string): Promise<Keeper | undefined> {
    const { importerOf, peerOf, planPeerImport, planPluginImport } = await import('../peers/index.ts');
    const state = this.context.state();
    const peer = peerOf(name);
    if (peer)
      return { displayName: peer.displayName, plan: (request) => planPeerImport(state, peer, request) };
    const importer = importerOf(state, name);
    return (
      importer && {
        displayName: importer.provide.displayName,
        plan: (request) => planPluginImport(state, importer, request),
      }
    );
  }

  protected async fromKeeper(keeper: Keeper): Promise<number> {
    const { changesAnything, importFromPeer } = await import('../peers/index.ts');
    const state = this.context.state();
    const target = this.tool === undefined ? undefined : this.target(this.tool, this);
    const label = target?.label ?? this.account;
    const installation = target?.installation ?? this.installation;
    const options = { withMeanings: this.withSettings, ...(installation !== undefined && { installation }) };
    const plan = await this.waiting(`reading what ${keeper.displayName} has`, () =>
      keeper.plan({
        ...(target && { tool: target.tool.id }),
        ...(this.only !== undefined && { only: namesIn(this.only) }),
        ...(label !== undefined && { label }),
      }),
    );
    if (this.dryRun || !changesAnything(plan, options)) {
      await this.print({ dryRun: this.dryRun, plan }, planLines(plan, this.withSettings));
      return 0;
    }
    await this.agreeTo(plan);
    const done = await importFromPeer(state, plan, options);
    for (const line of afterLines(plan, done)) this.tell(line);
    this.tell('to take all of it back: tools undo');
    if (this.json) await this.print({ plan, ...done, failed: done.failed.map(toldOf) }, '');
    return done.failed.map((problem) => this.told(problem))[0] ?? 0;
  }

  private async agreeTo(plan: PeerPlan): Promise<void> {
    if (!this.yes && canAsk(this.context))
      for (const line of planLines(plan, this.withSettings)) this.tell(line);
    await consent(this.context, { yes: this.yes, question: 'Do that?', command: this.words });
  }
}

function namesIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function toldOf(result: PeerPlan | ToolsError): object {
  if (!(result instanceof ToolsError)) return { plan: result };
  const { code, message, hint } = result;
  return { error: { code, message, hint } };
}
