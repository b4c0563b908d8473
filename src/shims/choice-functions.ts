// Parts of the scripts in our folder of shims. They start no process: all is done by builtins that every POSIX
// shell has. Whatever is not as it was when it was written down is a no, and then the program decides. All names
// of ours begin with __at_; none is exported.

/**
 * What bash may have been given as a function is the builtin again (other shells complain of such names), and what
 * looks like an assignment is again the argument that `export` needs (`set -k`, from outside by SHELLOPTS).
 */
export const builtinsOnly = `case \${BASH_VERSION+x} in x) \\unset -f '[' read printf cd command test false ;; esac
case \${SHELLOPTS-} in *keyword*) set +k ;; esac`;

/**
 * __at_same FILE NAME: the file may be read, and is as it was when NAME.lo and NAME.hi in __at_stamps were put around
 * its time. (A shell that compares whole seconds always says no; one that takes what is there for newer than what is
 * not has to look whether NAME.lo is there.)
 * __at_still FILE NAME: the same, wholly, of a file that may also have been absent. The last look is for a folder that
 * is just being taken away.
 */
const sameness = `__at_same() {
  [ -r "$1" ] && [ "$__at_stamps/$2.hi" -nt "$1" ] && [ "$1" -nt "$__at_stamps/$2.lo" ]
}
__at_still() {
  if [ -e "$__at_stamps/$2.no" ]; then
    [ ! -e "$1" ] && [ ! -L "$1" ]
  else
    __at_same "$1" "$2" && [ -e "$__at_stamps/$2.lo" ]
  fi
}`;

/** __at_plainly: nothing is set by which this shell reads patterns in another way, or hands on what we define. */
const plainness = `__at_plainly() {
  case \${SHELLOPTS-} in *allexport* | *noglob* | *xtrace* | *verbose*) return 1 ;; esac
  case \${BASHOPTS-} in *nocasematch* | *failglob* | *nullglob* | *nocaseglob*) return 1 ;; esac
  [ -z "\${GLOBIGNORE+x}" ]
}`;

/**
 * __at_stand: our working directory, by its real name, in __at_here. The shell's own notion of it is put back. One that
 * was taken away would be complained of.
 */
const standing = `__at_stand() {
  __at_pwd=\${PWD-} __at_old=\${OLDPWD-} __at_had=\${OLDPWD+x}
  [ "$__at_pwd" -ef . ] && cd -P . || return
  __at_here=$PWD PWD=$__at_pwd
  if [ -n "$__at_had" ]; then OLDPWD=$__at_old; else unset OLDPWD; fi
  case $__at_here in /*) ;; *) return 1 ;; esac
}`;

/**
 * __at_choose TOOL: what the table of choices says here, whatever variables say: an id or "system" in __at_id,
 * by "bound", "default" or "nobody" in __at_rule; who is required, if anybody, in __at_need; a label that has to
 * be the account's in __at_label. Who may go into a directory by its name may go into those above it.
 */
const choosing = `__at_choose() {
  __at_id= __at_rule= __at_need= __at_label=
  [ -r "$__at_root/cache/choice/current" ] && read -r __at_made <"$__at_root/cache/choice/current" || return
  __at_stamps=$__at_root/cache/choice/$__at_made __at_bound=
  [ ! -e "$__at_stamps/bound" ] || __at_bound=some
  __at_dir=\${__at_here%/}
  [ -x "$__at_dir/" ] || return
  while :; do
    __at_at=bound$__at_dir
    if [ -e "$__at_dir/.ai-tools.toml" ] || [ -L "$__at_dir/.ai-tools.toml" ]; then
      [ ! -L "$__at_dir/.ai-tools.toml" ] && __at_still "$__at_dir/.ai-tools.toml" "$__at_at/.ai-tools.file" || return
    elif [ -n "$__at_bound" ] && [ -e "$__at_stamps/$__at_at/.ai-tools.file.hi" ]; then
      return 1
    fi
    if [ -n "$__at_bound" ] && [ -r "$__at_stamps/$__at_at/.ai-tools=$1" ]; then
      { read -r __at_kind __at_value && read -r __at_more; } <"$__at_stamps/$__at_at/.ai-tools=$1" || return
      [ -n "$__at_id" ] || __at_take "$1" bound || return
      [ -n "$__at_need" ] || __at_need=$__at_more
    fi
    [ -n "$__at_dir" ] || break
    __at_dir=\${__at_dir%/*}
  done
  if [ -z "$__at_id" ]; then
    [ -r "$__at_stamps/default/$1/is" ] && read -r __at_kind __at_value <"$__at_stamps/default/$1/is" &&
      __at_take "$1" default || return
  fi
  __at_still "$__at_root/links.json" links &&
    __at_still "$__at_root/trust.json" trust &&
    __at_still "$__at_root/settings.json" settings &&
    __at_still "$__at_root/defaults/$1" "default/$1/stamp"
}
__at_take() {
  case $__at_kind in
    id) __at_id=$__at_value __at_rule=$2 ;;
    label) __at_claimed "$1" "$__at_value" && __at_rule=$2 ;;
    nobody) __at_id=$__at_value __at_rule=nobody ;;
    none) [ "$2" = bound ] ;;
    *) return 1 ;;
  esac
}
__at_claimed() {
  __at_label=$2
  [ -r "$__at_root/labels/$1/$2" ] && read -r __at_id <"$__at_root/labels/$1/$2"
}`;

/** __at_force TOOL LABEL: what a variable chooses. Only labels that every shell and disk spells in one way. */
const forcing = `__at_force() {
  __at_rule=variable
  case $2 in
    system) __at_id=system __at_label= ;;
    *[!abcdefghijklmnopqrstuvwxyz0123456789._@+-]* | [!abcdefghijklmnopqrstuvwxyz0123456789]*) return 1 ;;
    *) __at_claimed "$1" "$2" ;;
  esac
}`;

/** Everything by which a script of ours tells which account is meant here. */
export const choiceFunctions = [sameness, plainness, standing, choosing, forcing].join('\n');
