import {
  type Account,
  type AccountsContext,
  listAccounts,
  runningDaemons,
  systemAccount,
} from '../accounts/index.ts';
import type { AITool } from '../registry/index.ts';
import { accountIn } from './account-in.ts';
import { asStarted } from './editor-verdicts.ts';
import { commandOf } from './in-terminals.ts';
import type { SurfaceAnswer } from './surface-answer.ts';

/** What uses the tool where no terminal is and no editor: apps, libraries, daemons, timers, other computers. */
export function elsewhere(ctx: AccountsContext, tool: AITool): readonly SurfaceAnswer[] {
  return [
    ...inDesktopApps(ctx, tool),
    ...inLibraries(ctx, tool),
    ...inDaemons(ctx, tool),
    ...byTimers(ctx, tool),
    ...onOtherComputers(tool),
  ];
}

function inDesktopApps(ctx: AccountsContext, tool: AITool): readonly SurfaceAnswer[] {
  const known = (tool.surfaces ?? []).filter(({ kind }) => kind === 'desktop');
  if (known.length === 0) {
    const because = `nothing is known of a desktop app of ${tool.displayName}`;
    return [{ surface: 'desktop app', here: null, account: null, sure: false, because }];
  }
  return known.map(({ name, account }) => {
    const own = { account: null, sure: true, because: 'it has a login of its own' };
    return { surface: name, here: null, ...(account === 'own' ? own : asStarted(ctx, tool, 'the app')) };
  });
}

function inLibraries(ctx: AccountsContext, tool: AITool): readonly SurfaceAnswer[] {
  return (tool.surfaces ?? [])
    .filter(({ kind }) => kind === 'library')
    .map(({ name, note }) => {
      const verdict = accountIn(ctx, tool, ctx.host.env);
      const because = `it uses the variables of the program that uses it; of one that is started here: ${verdict.because}`;
      return {
        surface: name,
        here: null,
        ...verdict,
        sure: false,
        because: note === undefined ? because : `${because} (${note})`,
        change: `tools exec ${tool.id} -a LABEL -- PROGRAM`,
      };
    });
}

/** They go on with the login that they were started with. */
function inDaemons(ctx: AccountsContext, tool: AITool): readonly SurfaceAnswer[] {
  const [{ what = '' } = {}] = tool.daemons ?? [];
  if (what === '') return [];
  const accounts: readonly Account[] = [
    ...listAccounts(ctx, tool.id).flatMap(({ account }) => account ?? []),
    systemAccount(tool.id),
  ];
  const running = accounts.flatMap((account) =>
    runningDaemons(ctx, tool, account).map((daemon) => ({
      surface: `daemon: ${daemon.what}`,
      here: true,
      account: account.label,
      sure: true,
      because: `process ${daemon.pid} runs in the directory of that account`,
    })),
  );
  if (running.length > 0) return running;
  return [{ surface: `daemon: ${what}`, here: false, account: null, sure: true, because: 'none is running' }];
}

/** What starts with few variables and reads no file of a shell. */
function byTimers(ctx: AccountsContext, tool: AITool): readonly SurfaceAnswer[] {
  const { platform } = ctx.host;
  const names = { linux: 'cron, systemd', darwin: 'cron, launchd', win32: 'scheduled tasks' };
  const because = `few variables are set there and no file of a shell is read: a bare ${commandOf(tool)} uses its own directory`;
  const verdict = { account: accountIn(ctx, tool, {}).account, sure: false, because };
  const change = `tools run ${tool.id} -a LABEL`;
  const isInKeychain =
    platform === 'darwin' && (tool.keychain ?? []).some((item) => item.platform === platform);
  const locked = isInKeychain
    ? '; and the keychain is locked there, while an account with a key needs none'
    : '';
  return [
    { surface: names[platform], here: null, ...verdict, change },
    {
      surface: 'a command by SSH to this computer',
      here: null,
      ...verdict,
      because: `${because}${locked}`,
      change,
    },
  ];
}

function onOtherComputers(tool: AITool): readonly SurfaceAnswer[] {
  const because = 'what runs there has the accounts of there: none of here is seen';
  return [
    { surface: 'SSH to another computer', here: null, account: null, sure: true, because },
    {
      surface: 'WSL, containers',
      here: null,
      account: null,
      sure: true,
      because: `${because}, unless its home is mounted`,
      change: `tools env ${tool.id} -a LABEL --format devcontainer`,
    },
  ];
}
