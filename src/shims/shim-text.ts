import { shellForm } from '../accounts/index.ts';
import { markerVariable, posixWord, shimMarker, shimVariable, shimWishes } from '../process/index.ts';
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
  const start = `run ${posixWord(tool)} -- "$@"`;
  const [loop, gone] = [loopLines(facts, path), goneLines(facts, path)];
  return `#!/bin/sh
# ${shimMarker}: starts ${tool} under the account that is chosen here. Made by "tools shim enable".
${builtinsOnly}
__at_root=${posixWord(root)} __at_form=${shellForm} __at_wish=none
${choiceFunctions}
${launchFunctions}
__at_try() {
  __at_plainly || return
  [ -z "\${${markerVariable}+x}\${${shimVariable}+x}" ] || return
  ${leadingTest(facts)} || return
  __at_stand || return
  __at_wish=${shimWishes}
  __at_choose ${posixWord(tool)} || return
  ${forcedChoice(facts)} || return
  [ -r "$__at_root/cache/launch/"${posixWord(tool)}"/$__at_id/launch.sh" ] || return
  command . "$__at_root/cache/launch/"${posixWord(tool)}"/$__at_id/launch.sh"
}
__at_try "$@" || :
if [ -n "\${${shimVariable}+x}" ]; then
  printf '%s\\n' ${loop.map(posixWord).join(' ')} >&2
  exit 126
fi
export ${shimVariable}=$__at_wish
if [ -x ${posixWord(program.node)} ] && [ -f ${posixWord(program.script)} ]; then
  unset __at_root __at_form __at_wish
  exec ${posixWord(program.node)} ${posixWord(program.script)} ${start}
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
printf '%s\\n' ${gone.map(posixWord).join(' ')} >&2
exit 127
`;
}
