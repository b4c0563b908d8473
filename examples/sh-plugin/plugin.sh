#!/bin/sh
# A plugin of `tools`: one JSON object a line, calls on stdin, answers on stdout; talk for people goes to stderr.
# sh reads no JSON, so this looks for a whole number as the id and for the name of the method, and for no more.

read -r described <<'END'
{"id":"acme","displayName":"Acme","configDirectoryName":".acme","configDirEnvVar":"ACME_HOME","authLoginCommand":null,"installCommand":null,"sessionSubdirectories":["sessions"],"ansiColor":""}
END
read -r descriptor <<'END'
{"id":"acme","displayName":"Acme","configDirEnvVar":"ACME_HOME","sessionSubdirectories":["sessions"],"executable":{"names":["acme"],"versionArgs":["--version"],"versionFrom":"output"},"relocation":{"shape":"variable","own":{"ACME_HOME":"{home}"},"isolation":"complete"},"identity":[{"file":"auth.json","format":"json","email":{"pointer":"/email"},"plan":{"pointer":"/plan"}}]}
END
initialized='{"protocolVersion":"1","capabilities":{"tool/describe":true,"tool/descriptor":true}}'

while IFS= read -r line; do
  case $line in
    '{'*'"id":'*'}') ;;
    *) continue ;;
  esac
  case $line in
    *'"method"'*) method=${line#*'"method"'*'"'} ;;
    *) continue ;;
  esac
  id=${line#*'"id":'}
  id=${id%%[,\}]*}
  id=${id# }
  case $id in
    '' | *[!0-9]*) continue ;;
  esac
  case ${method%%'"'*} in
    '$/'*) continue ;;
    initialize) answer='"result":'$initialized ;;
    tool/describe) answer='"result":'$described ;;
    tool/descriptor) answer='"result":'$descriptor ;;
    *) answer='"error":{"code":-32601,"message":"no such method"}' ;;
  esac
  printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$answer"
done
