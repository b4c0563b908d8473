import { variableTest } from '../accounts/index.ts';
import { folderVariable } from '../platform/index.ts';
import { posixWord } from '../process/index.ts';
import type { ShimFacts } from './shim-facts.ts';

/** Our program would come to the same folder of ours. */
export function leadingTest({ leading }: ShimFacts): string {
  const byItself = Object.entries(leading ?? {}).map(([name, value]) => variableTest(name, value));
  return `if [ -n "\${${folderVariable}+x}" ]; then
    [ "$${folderVariable}" = "$__at_root" ]
  else
    ${byItself.length > 0 ? byItself.join(' && ') : 'false'}
  fi`;
}

/** A variable that could mean several tools is an error, which our program explains. */
export function forcedChoice({ tool, variables: [own, every], isAmbiguous }: ShimFacts): string {
  const force = (name: string) => `__at_force ${posixWord(tool)} "$${name}"`;
  return `if [ -n "\${${own}-}" ]; then
    ${isAmbiguous ? 'false' : force(own)}
  elif [ -n "\${${every}-}" ]; then
    ${force(every)}
  fi`;
}
