import { mostMarks } from '../accounts/index.ts';

// What the launch.sh of an account calls (src/accounts/fast/shell-record.ts writes it).

/**
 * __at_found HIT NAME…: the search through PATH ends at HIT. 1: somewhere else; 2: nowhere.
 * A relative entry is the working directory, in which nothing is ever searched for.
 */
const finding = `__at_found() {
  __at_hit=$1
  shift
  for __at_name do
    __at_rest=\${PATH-}:
    while [ -n "$__at_rest" ]; do
      __at_entry=\${__at_rest%%:*} __at_rest=\${__at_rest#*:}
      case $__at_entry in /*) ;; *) continue ;; esac
      __at_entry=\${__at_entry%/}/$__at_name
      if [ ! -x "$__at_entry" ] || [ ! -f "$__at_entry" ]; then continue; fi
      if [ "$__at_entry" = "$__at_hit" ]; then return; fi
      __at_is_shim "$__at_entry" || return 1
    done
  done
  return 2
}`;

/** __at_is_shim FILE: a script of ours, a link to one, or a copy. */
const shimTest = `__at_is_shim() {
  [ "$1" -ef "$__at_root/shims/\${1##*/}" ] && return
  { read -r __at_line && [ "$__at_line" = '#!/bin/sh' ] && read -r __at_line; } <"$1" 2>/dev/null || return
  case $__at_line in '# ai-tools-shim'*) ;; *) return 1 ;; esac
}`;

/**
 * __at_theirs VALUE: surely no path of ours. __at_plain VALUE: JSON holds it as it is.
 */
const values = `__at_theirs() {
  case $1 in *"$__at_root"* | */../* | */./* | *//* | */.. | */.) return 1 ;; esac
}
__at_plain() {
  case $1 in
    *[!ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%+,=-]*) return 1 ;;
  esac
}`;

/** __at_none_above NAME…: none of these paths leads to anything from where we stand, nor from above it. */
const above = `__at_none_above() {
  __at_dir=\${__at_here%/}
  while :; do
    for __at_entry do
      if [ -e "$__at_dir/$__at_entry" ] || [ -L "$__at_dir/$__at_entry" ]; then return 1; fi
    done
    [ -n "$__at_dir" ] || return 0
    __at_dir=\${__at_dir%/*}
  done
}`;

/** __at_few FILE…: not so many that they should be swept. */
const marks = `__at_few() {
  [ $# -le ${mostMarks} ]
}`;

export const launchFunctions = [finding, shimTest, values, above, marks].join('\n');
