/** What a list says to a person where it has nothing to list. */
export function noAccountYet(tool = '<tool>'): string {
  return `no account yet: tools login ${tool} -a LABEL makes one (tools tools lists what is known)`;
}
