import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtCli } from './run-cli.ts';

/** What of the real Codex a recorded session shows: its login with a key, what it says of it, and that it starts. */
const codex = `#!/bin/sh
case "$*" in
  'login --with-api-key') umask 077; printf '{"OPENAI_API_KEY":"%s"}' "$(cat)" > "$CODEX_HOME/auth.json" ;;
  'login status')
    key=$(sed 's/.*:"\\(.*\\)".*/\\1/' "$CODEX_HOME/auth.json")
    printf 'API key configured - %.8s***%s\\n' "$key" "$(printf %s "$key" | tail -c 5)"
    echo 'Authentication is checked when you send a request.' ;;
  '') echo "Codex starts, at home in"; echo "~/\${CODEX_HOME#$HOME/}" ;;
  *) echo "not in the session: $*" >&2; exit 64 ;;
esac
`;

/** A tool that nobody here has heard of. */
const acme = `#!/bin/sh
case "$*" in
  login) umask 077; mkdir -p "$ACME_HOME"; echo sk-dummy > "$ACME_HOME/token"; echo 'You are logged in.' ;;
  *) echo "acme does: $*, at home in"; echo "~/\${ACME_HOME#$HOME/}" ;;
esac
`;

/** A folder for PATH with them, and with `tools` as it was built. */
export function sessionPrograms(home: string): string {
  const bin = join(home, '.local/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'codex'), codex, { mode: 0o755 });
  writeFileSync(join(bin, 'acme'), acme, { mode: 0o755 });
  const tools = `#!/bin/sh\nexec '${process.execPath}' '${builtCli}' "$@"\n`;
  writeFileSync(join(bin, 'tools'), tools, { mode: 0o755 });
  return bin;
}
