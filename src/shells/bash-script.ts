import { completionScripts } from './completion-scripts.ts';
import type { InitScript } from './init-facts.ts';
import { posixHook, posixInit } from './posix-script.ts';

export const bashScript: InitScript = {
  // The names of functions stand behind `function`, where no alias of that name is expanded.
  init: (facts) =>
    withoutAliases(`${posixInit(facts, 'bash')}
# What the program says is read without aliases, too; with set -k an export would get no words.
__ai_tools_take() {
  local aliases keyword
  aliases=-u keyword=+k
  if shopt -q expand_aliases; then aliases=-s; fi
  case $- in *k*) keyword=-k ;; esac
  shopt -u expand_aliases
  set +k
  eval "$1"
  shopt "$aliases" expand_aliases
  set "$keyword"
}

__ai_tools_path
case $- in *i*)
  function tools { __ai_tools_call tools "$@"; }
  case ":\${SHELLOPTS-}:" in *:posix:*) ;; *) function ai-tools { __ai_tools_call ai-tools "$@"; } ;; esac

${indented(completionScripts.bash)}
  # Who comes after us in PROMPT_COMMAND finds $? as it was; a shell that was only handed that variable, too.
  __ai_tools_prompt_command() {
    set -- "$?"
    __ai_tools_path
    if [ -n "\${__ai_tools_seen-}" ]; then __ai_tools_step; fi
    case $- in *e*) return 0 ;; esac
    return "$1"
  }
  __ai_tools_at_prompt=__ai_tools_prompt_command
  case "\${PROMPT_COMMAND[*]-}" in
    *__ai_tools_at_prompt*) ;;
    *) PROMPT_COMMAND='\\eval "\${__ai_tools_at_prompt-(exit $?)}"'"\${PROMPT_COMMAND:+$'\\n'$PROMPT_COMMAND}" ;;
  esac
  ;;
esac
`),
  hook: (facts) =>
    withoutAliases(`# A process only where a link leads here.
__ai_tools_real() {
  local each
  each="$PWD"
  dir="$PWD"
  while [ -n "$each" ]; do
    if [ -L "$each" ]; then
      dir="$(pwd -P)"
      return 0
    fi
    each="\${each%/*}"
  done
}

${posixHook(facts, 'bash', {
  chosen: `"\${!AI_TOOLS_ACCOUNT@}"`,
  value: `\${!name}`,
  hasDefaults: 'compgen -G "$__ai_tools_defaults/*" >/dev/null',
  realDirectory: '__ai_tools_real',
  isThere: 'type -P "$program" >/dev/null',
})}`),
};

/** What is read is what stands here, even where `case` or `local` is an alias. */
function withoutAliases(script: string): string {
  return `\\shopt -q expand_aliases && __ai_tools_aliases=-s || __ai_tools_aliases=-u
\\shopt -u expand_aliases
${script}shopt "$__ai_tools_aliases" expand_aliases
\\unset __ai_tools_aliases
`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
