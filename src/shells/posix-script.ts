import { shellWord } from '../process/index.ts';
import type { InitFacts } from './init-facts.ts';

/** What bash (3.2 and later) and zsh read alike. To `__ai_tools_take` lines of the program are given. */
export function posixInit({ shims }: InitFacts, shell: 'bash' | 'zsh'): string {
  const subshell = shell === 'bash' ? 'BASH_SUBSHELL' : 'ZSH_SUBSHELL';
  return `__ai_tools_shims=${shellWord(shell, shims)}
__ai_tools_pwd=

# The shims first on PATH, and once, whatever was put before them since.
__ai_tools_path() {
  case "\${PATH-}" in "$__ai_tools_shims" | "$__ai_tools_shims":*) return 0 ;; esac
  [ -d "$__ai_tools_shims" ] || return 0
  local rest
  rest=":\${PATH-}:"
  while :; do
    case "$rest" in *":$__ai_tools_shims:"*) ;; *) break ;; esac
    rest="\${rest%%":$__ai_tools_shims:"*}:\${rest#*":$__ai_tools_shims:"}"
  done
  rest="\${rest#:}"
  rest="\${rest%:}"
  PATH="$__ai_tools_shims\${rest:+:$rest}"
  export PATH
}

# "use … --shell" and, on a terminal, "env …" take effect in this shell.
__ai_tools_call() {
  local word lines is_read
  is_read=
  __ai_tools_pwd=
  case "\${2-}" in
    use) for word in "$@"; do [ "$word" != --shell ] || is_read=1; done ;;
    env) [ ! -t 1 ] || is_read=1 ;;
    # A shim that is gone since is not where the shell remembers it.
    *) command "$@"; word=$?; hash -r 2>/dev/null; return "$word" ;;
  esac
  for word in "$@"; do
    case "$word" in --) break ;; --json | --dry-run | --help | -h | --shell=* | -s* | --format | --format=*) is_read= ;; esac
    if [ "$word" = --shell ] && [ "$2" = env ]; then is_read=; fi
  done
  if [ -z "$is_read" ] || [ "\${${subshell}-0}" != 0 ]; then
    AI_TOOLS_SHELL=${shell} AI_TOOLS_SHELL_PID=$$ command "$@"
    return
  fi
  lines="$(AI_TOOLS_SHELL=${shell} AI_TOOLS_SHELL_PID=$$ command "$@")" || return
  __ai_tools_take "$lines"
}

# For a prompt: who is in use here, in a few milliseconds.
ai_tools_prompt() {
  if [ -x "$__ai_tools_shims/ai-tools-status" ]; then "$__ai_tools_shims/ai-tools-status" "$@" 2>/dev/null; fi
  return 0
}
`;
}

interface PosixWords {
  /** The names of the variables that choose an account. */
  readonly chosen: string;
  /** The value of the variable whose name is in `name`. */
  readonly value: string;
  /** Whether the program lies on PATH whose name is in `program`. */
  readonly isThere: string;
  /** Whether a file lies in the folder "$__ai_tools_defaults". */
  readonly hasDefaults: string;
  /** Puts into `dir` where we really are: the program knows directories by that. */
  readonly realDirectory: string;
}

/**
 * Asks the program only where a directory has something to say that the one before had not; to see that, no process
 * is started.
 */
export function posixHook(
  { links, trust, defaults }: InitFacts,
  shell: 'bash' | 'zsh',
  { chosen, value, isThere, hasDefaults, realDirectory }: PosixWords,
): string {
  return `__ai_tools_links=${shellWord(shell, links)}
__ai_tools_trust=${shellWord(shell, trust)}
__ai_tools_defaults=${shellWord(shell, defaults)}
__ai_tools_seen=-
__ai_tools_said=

__ai_tools_read() {
  __ai_tools_text=
  if [ -f "$1" ] && [ -r "$1" ]; then IFS= read -r -d '' __ai_tools_text <"$1" || :; fi
}

# All that decides here, as one text.
__ai_tools_look() {
  local dir links seen name
  ${realDirectory}
  __ai_tools_read "$__ai_tools_links"
  links="$__ai_tools_text"
  __ai_tools_read "$__ai_tools_trust"
  seen="-$links$__ai_tools_text"
  # A default of some tool, or what an account left in this shell.
  __ai_tools_bound="\${AI_TOOLS_ENV-}"
  if ${hasDefaults}; then __ai_tools_bound=1; fi
  for name in ${chosen}; do
    seen="$seen#$name=${value}"
    __ai_tools_bound=1
  done
  while :; do
    # The table of links writes such names in another way.
    case "$dir" in *[\\"\\\\[:cntrl:]]*) seen="$seen@$PWD" __ai_tools_bound=1 ;; esac
    case "$links" in *"\\"$dir\\": "*) seen="$seen#$dir" __ai_tools_bound=1 ;; esac
    if [ -e "$dir/.ai-tools.toml" ]; then
      __ai_tools_read "$dir/.ai-tools.toml"
      seen="$seen#$dir=$__ai_tools_text" __ai_tools_bound=1
    fi
    case "$dir" in / | "") break ;; esac
    dir="\${dir%/*}"
    dir="\${dir:-/}"
  done
  __ai_tools_now="$seen"
}

# What can't be done in a directory is said there once.
__ai_tools_say() {
  case "$__ai_tools_said" in *"$PWD: $1
"*) return 0 ;; esac
  __ai_tools_said="$__ai_tools_said$PWD: $1
"
  printf '%s\\n' "$1" >&2
}

__ai_tools_step() {
  local lines was program
  was="$__ai_tools_pwd"
  [ "$was" != "$PWD" ] || return 0
  __ai_tools_pwd="$PWD"
  __ai_tools_look
  [ -z "$was" ] || [ "$__ai_tools_now" != "$__ai_tools_seen" ] || return 0
  __ai_tools_seen="$__ai_tools_now"
  # Nothing was ever chosen; another user in somebody's home.
  if [ -z "$__ai_tools_bound" ] || [ ! -O "\${HOME-}" ]; then return 0; fi
  for program in ai-tools tools; do
    if ! ${isThere}; then continue; fi
    lines="$(AI_TOOLS_SHELL=${shell} AI_TOOLS_SHELL_PID=$$ command "$program" init ${shell} --step)" || return 0
    # Another program may have our name.
    case "$lines" in ": ai-tools"*) __ai_tools_take "$lines" ;; esac
    return 0
  done
}
`;
}
