import { shellForm } from '../accounts/index.ts';
import { markerVariable, shellWord, shimMarker, shimVariable, shimWishes } from '../process/index.ts';
import { builtinsOnly, choiceFunctions } from './choice-functions.ts';
import { launchFunctions } from './launch-functions.ts';
import { goneLines, loopLines } from './said-lines.ts';
import type { ShimFacts } from './shim-facts.ts';
import { forcedChoice, leadingTest } from './shim-tests.ts';

/**
 * A program of the tool's name. It starts the real one by itself, and no other process, where the account is known
 * (cache/choice) and nothing has changed since its last start (its launch.sh); else our program does it all.
 */
export function shimText(facts: ShimFacts, path: string): string {
  const { tool, root, program } = facts;
  const start = `run ${quoted(tool)} -- "$@"`;
  const [loop, gone] = [loopLines(facts, path), goneLines(facts, path)];
  return `#!/bin/sh
# ${shimMarker}: starts ${tool} under the account that is chosen here. Made by "tools shim enable".
${builtinsOnly}
__at_root=${quoted(root)} __at_form=${shellForm} __at_wish=none
${choiceFunctions}
${launchFunctions}
__at_try() {
  __at_plainly || return
  [ -z "\${${markerVariable}+x}\${${shimVariable}+x}" ] || return
  ${leadingTest(facts)} || return
  __at_stand || return
  __at_wish=${shimWishes}
  __at_choose ${quoted(tool)} || return
  ${forcedChoice(facts)} || return
  [ -r "$__at_root/cache/launch/"${quoted(tool)}"/$__at_id/launch.sh" ] || return
  command . "$__at_root/cache/launch/"${quoted(tool)}"/$__at_id/launch.sh"
}
__at_hand_over() {
  if [ -n "\${${shimVariable}+x}" ]; then
    printf '%s\\n' ${loop.map(quoted).join(' ')} >&2
    exit 126
  fi
  export ${shimVariable}=$__at_wish
  if [ -x ${quoted(program.node)} ] && [ -f ${quoted(program.script)} ]; then
    unset __at_root __at_form __at_wish
    exec ${quoted(program.node)} ${quoted(program.script)} ${start}
  fi
  for __at_name in tools ai-tools; do
    __at_rest=\${PATH-}:
    while [ -n "$__at_rest" ]; do
      __at_entry=\${__at_rest%%:*}/$__at_name __at_rest=\${__at_rest#*:}
      case $__at_entry in /*) ;; *) continue ;; esac
      if [ ! -x "$__at_entry" ] || [ ! -f "$__at_entry" ] || __at_is_shim "$__at_entry"; then continue; fi
      exec "$__at_entry" ${start}
    done
  done
  printf '%s\\n' ${gone.map(quoted).join(' ')} >&2
  exit 127
}
__at_try "$@" || :
__at_hand_over "$@"
`;
}

/** As one word of any POSIX shell. */
function quoted(text: string): string {
  return shellWord('sh', text);
}
