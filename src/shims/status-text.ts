import { posixWord, shimMarker } from '../process/index.ts';
import { builtinsOnly, choiceFunctions } from './choice-functions.ts';
import type { ShimFacts } from './shim-facts.ts';
import { forcedChoice, leadingTest } from './shim-tests.ts';

/**
 * Prints what `tools status --short` prints, out of the table of choices and without another process; where the
 * table has no answer, that. Says nothing of what goes wrong: it stands in a prompt.
 */
export function statusText(tools: readonly ShimFacts[]): string {
  const [first] = tools;
  if (!first) return `#!/bin/sh\n# ${shimMarker}\n`;
  const { root, program } = first;
  const [node, script] = [program.node, program.script].map((path) => posixWord(path));
  return `#!/bin/sh
# ${shimMarker}: says for a prompt which accounts are chosen here. Made by "tools shim enable".
${builtinsOnly}
__at_root=${posixWord(root)}
${choiceFunctions}
__at_label() {
  [ -r "$__at_root/accounts/$1/$2/account.json" ] || return
  while read -r __at_line; do
    case $__at_line in '"label": "'*'",'*) ;; *) continue ;; esac
    __at_line=\${__at_line#*': "'}
    __at_name=\${__at_line%%'"'*}
    return 0
  done <"$__at_root/accounts/$1/$2/account.json"
  return 1
}
__at_line_of() {
  __at_choose "$1" || return
  $2 || return
  case $__at_rule.$__at_id in
    nobody.*) return 0 ;;
    *.system) __at_name=system ;;
    *) __at_label "$1" "$__at_id" || return ;;
  esac
  __at_all="$__at_all\${__at_all:+ }$1:$__at_name"
}
__at_print() {
  __at_all=
  __at_plainly || return
  ${leadingTest(first)} || return
  __at_stand || return
${tools.map((facts, index) => `  __at_force_${index}() { ${forcedChoice(facts)}; }\n  __at_line_of ${posixWord(facts.tool)} __at_force_${index} || return`).join('\n')}
  [ -z "$__at_all" ] || printf '%s\\n' "$__at_all"
}
__at_print 2>/dev/null || exec ${node} ${script} status --short 2>/dev/null
`;
}
