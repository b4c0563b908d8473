import { shellWord } from '../process/index.ts';
import { completionScripts } from './completion-scripts.ts';
import type { InitScript } from './init-facts.ts';

export const fishScript: InitScript = {
  // Not by fish_add_path: that is kept for ever, in every fish, and others put themselves before it.
  init: ({ shims }) => `set -g __ai_tools_shims ${shellWord('fish', shims)}
set -g __ai_tools_pwd ''

function __ai_tools_path --on-event fish_prompt --on-variable PATH --description 'the shims first on PATH, and once'
    test "$PATH[1]" = "$__ai_tools_shims"; and return 0
    test -d "$__ai_tools_shims"; or return 0
    set -l rest
    for folder in $PATH
        test "$folder" = "$__ai_tools_shims"; or set -a rest $folder
    end
    set -gx PATH $__ai_tools_shims $rest
end
__ai_tools_path

function ai_tools_prompt --description 'for a prompt: who is in use here'
    test -x "$__ai_tools_shims/ai-tools-status"; and "$__ai_tools_shims/ai-tools-status" $argv 2>/dev/null
    return 0
end

if status is-interactive
    function __ai_tools_call --description '"use … --shell" and, on a terminal, "env …" take effect in this shell'
        set -g __ai_tools_pwd ''
        set -l is_read ''
        switch "$argv[2]"
            case use
                contains -- --shell $argv; and set is_read 1
            case env
                isatty stdout; and set is_read 1
            case '*'
                command $argv
                return
        end
        for word in $argv
            switch $word
                case --
                    break
                case --json --dry-run --help -h '--shell=*' '-s*' --format '--format=*'
                    set is_read ''
            end
            test "$word" = --shell -a "$argv[2]" = env; and set is_read ''
        end
        set -lx AI_TOOLS_SHELL fish
        set -lx AI_TOOLS_SHELL_PID $fish_pid
        if test -z "$is_read"; or status is-command-substitution
            command $argv
            return
        end
        set -l lines (command $argv)
        or return
        string join \\n -- $lines | source
    end
    function tools
        __ai_tools_call tools $argv
    end
    function ai-tools
        __ai_tools_call ai-tools $argv
    end
${completionScripts.fish.replace(/^(?=.)/gm, '    ')}end
`,
  hook: ({ links, trust, defaults }) => `set -g __ai_tools_links ${shellWord('fish', links)}
set -g __ai_tools_trust ${shellWord('fish', trust)}
set -g __ai_tools_defaults ${shellWord('fish', defaults)}
set -g __ai_tools_seen -
set -g __ai_tools_said

function __ai_tools_say --description 'what can\\'t be done in a directory, once'
    contains -- "$PWD: $argv" $__ai_tools_said; and return 0
    set -ga __ai_tools_said "$PWD: $argv"
    echo -- $argv >&2
end

function __ai_tools_look --description 'all that decides here, as one text'
    # The program knows directories by their real paths.
    set -l dir (pwd -P | string collect)
    set -l links ''
    set -l trust ''
    test -f $__ai_tools_links; and read -lz links <$__ai_tools_links
    test -f $__ai_tools_trust; and read -lz trust <$__ai_tools_trust
    set -l seen "-$links$trust"
    set -g __ai_tools_bound ''
    set -l defaults $__ai_tools_defaults/*
    set -q defaults[1]; or set -q AI_TOOLS_ENV; and set -g __ai_tools_bound 1
    for name in (set -xn | string match 'AI_TOOLS_ACCOUNT*')
        set seen "$seen#$name=$$name"
        set -g __ai_tools_bound 1
    end
    while true
        string match -qr '["\\\\\\\\[:cntrl:]]' -- $dir; and begin
            set seen "$seen@$PWD"
            set -g __ai_tools_bound 1
        end
        set -l quoted '"'$dir'": '
        if string match -qr -- (string escape --style=regex -- $quoted | string collect) $links
            set seen "$seen#$dir"
            set -g __ai_tools_bound 1
        end
        if test -f $dir/.ai-tools.toml
            set -l text ''
            read -lz text <$dir/.ai-tools.toml
            set seen "$seen#$dir=$text"
            set -g __ai_tools_bound 1
        end
        test "$dir" = /; and break
        set dir (string replace -r '/[^/]*$' '' -- $dir)
        test -n "$dir"; or set dir /
    end
    set -g __ai_tools_now $seen
end

function __ai_tools_step --on-event fish_prompt --on-variable PWD
    status is-interactive; or return 0
    test "$__ai_tools_pwd" = "$PWD"; and return 0
    set -l was $__ai_tools_pwd
    set -g __ai_tools_pwd $PWD
    __ai_tools_look
    test -z "$was" -o "$__ai_tools_now" != "$__ai_tools_seen"; or return 0
    set -g __ai_tools_seen $__ai_tools_now
    # Nothing was ever chosen; another user in somebody's home; the program is gone.
    test -n "$__ai_tools_bound"; and test -O "$HOME"; or return 0
    set -l program ai-tools
    type -qf $program; or set program tools
    type -qf $program; or return 0
    set -lx AI_TOOLS_SHELL fish
    set -lx AI_TOOLS_SHELL_PID $fish_pid
    set -l lines (command $program init fish --step)
    or return 0
    # Another program may have our name.
    test "$lines[1]" = ': ai-tools'; or return 0
    string join \\n -- $lines | source
end
`,
};
