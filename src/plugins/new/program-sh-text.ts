import { resolveTool, type ToolDescriptor } from '../../registry/index.ts';
import { describedFields } from '../contract/index.ts';

/** A program for a POSIX shell that speaks the wire: all that it answers stands in it. */
export function shProgramText(tool: ToolDescriptor): string {
  const resolved = resolveTool(tool);
  const described = Object.fromEntries(describedFields.map((field) => [field, resolved[field]]));
  const fill: Readonly<Record<string, unknown>> = { '@described@': described, '@descriptor@': tool };
  return shTemplate.replace(/@\w+@/g, (place) => JSON.stringify(fill[place]));
}

const shTemplate = `#!/bin/sh
# A plugin of \`tools\`: one JSON object a line, calls on stdin, answers on stdout; talk for people goes to stderr.
# sh reads no JSON, so this looks for a whole number as the id and for the name of the method, and for no more.

read -r described <<'END'
@described@
END
read -r descriptor <<'END'
@descriptor@
END
initialized='{"protocolVersion":"1","capabilities":{"tool/describe":true,"tool/descriptor":true}}'

while IFS= read -r line; do
  case $line in
    '{'*'"id":'*'}') ;;
    *) continue ;;
  esac
  case $line in
    *'"method"'*) method=\${line#*'"method"'*'"'} ;;
    *) continue ;;
  esac
  id=\${line#*'"id":'}
  id=\${id%%[,\\}]*}
  id=\${id# }
  case $id in
    '' | *[!0-9]*) continue ;;
  esac
  case \${method%%'"'*} in
    '$/'*) continue ;;
    initialize) answer='"result":'$initialized ;;
    tool/describe) answer='"result":'$described ;;
    tool/descriptor) answer='"result":'$descriptor ;;
    *) answer='"error":{"code":-32601,"message":"no such method"}' ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$answer"
done
`;
