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
      case $__at_entry in /*) __at_entry=\${__at_entry%/}/$__at_name ;; *) continue ;; esac
      if [ "$__at_entry" = "$__at_root/shims/$__at_name" ]; then continue; fi
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
 * __at_theirs VALUE…: surely no paths of ours. __at_plain VALUE…: JSON holds them as they are.
 */
const values = `__at_theirs() {
  for __at_entry do
    case $__at_entry in *"$__at_root"* | */../* | */./* | *//* | */.. | */.) return 1 ;; esac
  done
}
__at_plain() {
  for __at_entry do
    case $__at_entry in
      *[!ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%+,=-]*) return 1 ;;
    esac
  done
}`;

/**
 * __at_absent PATH…: nothing lies there, not even a link. __at_straight PATH…: none is a link.
 * __at_one_place FOLDER OTHER NAME…: each name leads from both to the same.
 * __at_whole NUMBER: the lower stamps are there, up to that one.
 */
const places = `__at_absent() {
  for __at_entry do
    if [ -e "$__at_entry" ] || [ -L "$__at_entry" ]; then return 1; fi
  done
}
__at_straight() {
  for __at_entry do
    if [ -L "$__at_entry" ]; then return 1; fi
  done
}
__at_one_place() {
  __at_from=$1 __at_to=$2
  shift 2
  for __at_entry do
    [ "$__at_from/$__at_entry" -ef "$__at_to/$__at_entry" ] || return
  done
}
__at_whole() {
  [ -e "$__at_stamps/$1.lo" ] || return
  [ "$__at_stamps" -nt "$__at_stamps/none" ] || return 0
  __at_more=$1
  while [ "$__at_more" -gt 0 ]; do
    __at_more=$((__at_more - 1))
    [ -e "$__at_stamps/$__at_more.lo" ] || return
  done
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

export const launchFunctions = [finding, shimTest, values, places, above].join('\n');
