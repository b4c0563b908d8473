import { shellWord } from '../process/index.ts';
import { nuCompletion } from './completion-scripts.ts';
import type { InitScript } from './init-facts.ts';

/** Nushell evaluates no lines: it is given JSON. */
export const nuScript: InitScript = {
  init: ({ shims }) => `const ai_tools_shims = ${shellWord('nu', shims)}

# The shims first on PATH, and once, whatever was put before them since.
def --env __ai_tools_path [] {
  let folders = if ($env.PATH | describe) == "string" { $env.PATH | split row (char esep) } else { $env.PATH }
  if ($folders | get -o 0) == $ai_tools_shims or not ($ai_tools_shims | path exists) { return }
  $env.PATH = ($folders | where $it != $ai_tools_shims | prepend $ai_tools_shims)
}
__ai_tools_path

def --env __ai_tools_take [text: string] {
  let change = ($text | from json)
  for name in $change.unset { hide-env -i $name }
  load-env $change.set
}

${nuCompletion}
# "use … --shell" takes effect in this shell.
def --env --wrapped tools [...words: string@__ai_tools_complete] {
  hide-env -i __AI_TOOLS_PWD
  if ($words | get -o 0) == "use" and "--shell" in $words and not ($words | any { $in in ["--json", "--dry-run", "--help", "-h"] }) {
    __ai_tools_take (with-env { AI_TOOLS_SHELL: json, AI_TOOLS_SHELL_PID: ($nu.pid | into string) } { ^tools ...$words })
  } else {
    ^tools ...$words
  }
}

# For a prompt: who is in use here.
def ai_tools_prompt [] {
  let program = ($ai_tools_shims | path join "ai-tools-status")
  if ($program | path exists) { ^$program | complete | get stdout | str trim } else { "" }
}

$env.config.hooks.pre_prompt = ($env.config.hooks.pre_prompt? | default [] | append {|| __ai_tools_path })
`,
  hook: () => `# What can't be done in a directory is said there once.
def --env __ai_tools_say [line: string] {
  let said = ($env.__AI_TOOLS_SAID? | default [])
  let now = $"($env.PWD): ($line)"
  if $now in $said { return }
  $env.__AI_TOOLS_SAID = ($said | append $now)
  print --stderr $line
}

def --env __ai_tools_step [] {
  if $env.__AI_TOOLS_PWD? == $env.PWD { return }
  let programs = (which --all ai-tools tools | where type == external | get command | uniq)
  if ($programs | is-empty) { return }
  let program = if "ai-tools" in $programs { "ai-tools" } else { "tools" }
  $env.__AI_TOOLS_PWD = $env.PWD
  let found = (with-env { AI_TOOLS_SHELL: json, AI_TOOLS_SHELL_PID: ($nu.pid | into string) } { ^$program init nu --step | complete })
  # Another program may have our name.
  if $found.exit_code != 0 or not ($found.stdout | str starts-with '{"schemaVersion":1,') { return }
  for line in ($found.stdout | from json | get say) { __ai_tools_say $line }
  __ai_tools_take $found.stdout
}
$env.config.hooks.pre_prompt = ($env.config.hooks.pre_prompt? | default [] | append {|| __ai_tools_step })
`,
};
