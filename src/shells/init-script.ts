import type { AppPaths } from '../platform/index.ts';
import { bashScript } from './bash-script.ts';
import { fishScript } from './fish-script.ts';
import type { InitFacts, InitScript } from './init-facts.ts';
import { nuScript } from './nu-script.ts';
import { pwshScript } from './pwsh-script.ts';
import type { InitShell } from './shell-names.ts';
import { zshScript } from './zsh-script.ts';

const scripts: Readonly<Record<InitShell, InitScript>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  pwsh: pwshScript,
  nu: nuScript,
};

/** What a shell reads when it starts. It says nothing, and does no harm where our program or our folder is gone. */
export function initScript(shell: InitShell, paths: AppPaths): string {
  return scripts[shell].init(factsOf(paths));
}

/** What it reads after that to follow the account of each directory. */
export function hookScript(shell: InitShell, paths: AppPaths): string {
  return scripts[shell].hook(factsOf(paths));
}

function factsOf({ shims, links, trust, defaults }: AppPaths): InitFacts {
  return { shims, links, trust, defaults };
}
