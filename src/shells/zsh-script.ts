import { shellWord } from '../process/index.ts';
import { zshCompletion } from './completion-scripts.ts';
import type { InitScript } from './init-facts.ts';
import { posixHook, posixInit } from './posix-script.ts';

export const zshScript: InitScript = {
  init: (facts) =>
    inPlainZsh(`${posixInit(facts, 'zsh')}
__ai_tools_take() { eval "$1"; }

${zshCompletion}
__ai_tools_precmd() {
  __ai_tools_path
  if [[ -n "\${__ai_tools_seen-}" ]]; then __ai_tools_step; fi
  # Whoever loads compinit does so at some point of his own.
  if (( \${+functions[compdef]} )) && [[ "\${_comps[tools]-}" != _tools_complete ]]; then
    compdef _tools_complete tools ai-tools
  fi
  return 0
}

__ai_tools_chpwd() {
  if [[ -n "\${__ai_tools_seen-}" ]]; then __ai_tools_step; fi
}

__ai_tools_begin() {
  __ai_tools_path
  [[ -o interactive ]] || return 0
  function tools { __ai_tools_call tools "$@"; }
  function ai-tools { __ai_tools_call ai-tools "$@"; }
  typeset -ga precmd_functions chpwd_functions
  if [[ " \${precmd_functions[*]-} " != *" __ai_tools_precmd "* ]]; then
    precmd_functions=(__ai_tools_precmd "\${(@)precmd_functions}")
    chpwd_functions=(__ai_tools_chpwd "\${(@)chpwd_functions}")
  fi
}
__ai_tools_begin
`),
  hook: (facts) =>
    inPlainZsh(`__ai_tools_has_defaults() {
  setopt localoptions nullglob
  set -- "$__ai_tools_defaults"/*
  [ $# -gt 0 ]
}

${posixHook(facts, 'zsh', {
  chosen: `\${(k)parameters[(I)AI_TOOLS_ACCOUNT*]}`,
  value: `\${(P)name}`,
  isThere: 'whence -p "$program" >/dev/null',
  hasDefaults: '__ai_tools_has_defaults',
  realDirectory: `dir="\${PWD:A}"`,
})}`),
};

/**
 * The functions keep zsh's own options, and know no aliases, whatever is set where they are called. As one word: zsh
 * reads all that eval is given before it heeds the first line of it.
 */
function inPlainZsh(script: string): string {
  return `\\emulate "zsh" -o noaliases -c ${shellWord('zsh', script)}\n`;
}
