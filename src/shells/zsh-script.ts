import { zshCompletion } from './completion-scripts.ts';
import type { InitScript } from './init-facts.ts';
import { posixHook, posixInit } from './posix-script.ts';

const begin = '\n  emulate -L zsh';

export const zshScript: InitScript = {
  init: (facts) => `${posixInit(facts, 'zsh', begin)}
${zshCompletion}
__ai_tools_precmd() {${begin}
  __ai_tools_path
  if [[ -n "\${__ai_tools_seen-}" ]]; then __ai_tools_step; fi
  # Whoever loads compinit does so at some point of his own.
  if (( \${+functions[compdef]} )) && [[ "\${_comps[tools]-}" != _tools_complete ]]; then
    compdef _tools_complete tools ai-tools
  fi
  return 0
}

__ai_tools_chpwd() {${begin}
  if [[ -n "\${__ai_tools_seen-}" ]]; then __ai_tools_step; fi
}

__ai_tools_begin() {${begin}
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
`,
  hook: (facts) => `__ai_tools_has_defaults() {${begin}
  setopt nullglob
  set -- "$__ai_tools_defaults"/*
  [ $# -gt 0 ]
}

${posixHook(facts, 'zsh', {
  begin,
  chosen: `\${(k)parameters[(I)AI_TOOLS_ACCOUNT*]}`,
  value: `\${(P)name}`,
  isThere: 'whence -p ai-tools >/dev/null',
  hasDefaults: '__ai_tools_has_defaults',
  realDirectory: `dir="\${PWD:A}"`,
})}`,
};
