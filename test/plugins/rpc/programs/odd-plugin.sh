#!/bin/sh
# A plugin that describes itself, and does something odd (its first argument) when it is asked who an account is.
# The second argument is a mark: every process that it starts has it in its command line.
odd=$1
mark=$2
own='while :; do sleep 0.1; done'
case $odd in
exited) exit 0 ;;
mute) while :; do sleep 0.1; done ;;
deaf) trap '' TERM; sh -c "trap '' TERM; $own" "$mark" & ;;
parent) sh -c "$own" "$mark" & ;;
noise) echo 'hello' ;;
esac

reply() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$1" "$2"; }

while read -r line; do
  id=${line#*\"id\":}
  id=${id%%[,\}]*}
  case $line in
  *'"initialize"'*) reply "$id" '{"protocolVersion":"1","capabilities":{"tool/describe":true,"tool/accountInfo":true}}' ;;
  *'"tool/describe"'*) reply "$id" '{"id":"acme","displayName":"Acme"}' ;;
  *'"tool/accountInfo"'*)
    case $odd in
    exit) exit 3 ;;
    killed) kill -9 $$ ;;
    shut) exec >&- ;;
    half) printf '{"jsonrpc":"2.0","id":%s,"res' "$id"; exit 1 ;;
    hang) ;;
    words) echo 'first line' >&2; echo 'out of luck' >&2; exit 1 ;;
    late) sleep 0.3; reply "$id" '{"email":"late@example.com"}' ;;
    twice) reply "$id" '{"email":"once@example.com"}'; reply "$id" '{"email":"again@example.com"}' ;;
    string) reply "\"$id\"" '{"email":"a@example.com"}' ;;
    stderr) head -c 2000000 /dev/zero | tr '\0' e >&2; reply "$id" '{"email":"a@example.com"}' ;;
    stdout) yes 'this is no protocol' ;;
    *) reply "$id" '{"email":"a@example.com"}' ;;
    esac
    ;;
  esac
done
[ "$odd" = deaf ] && while :; do sleep 0.1; done
