/** What zsh completes with, tied to no name yet. */
export const zshCompletion = `_tools_complete() {
  eval "\${_comp_setup-}"
  local -a values shown
  local value description
  while IFS=$'\\t' read -r value description; do
    values+=("$value")
    shown+=("$value\${description:+  -- $description}")
  done < <("\${words[1]}" completion zsh --line "\${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)
  if (( \${#values} )); then compadd -l -d shown -a values; else _files; fi
}
`;

/** For a custom command of Nushell, which no external completer is asked about. */
export const nuCompletion = `def __ai_tools_complete [context: string] {
  let found = (do { ^tools completion nu --line $context } | complete)
  if $found.exit_code != 0 { return [] }
  $found.stdout | lines | each {|line|
    let parts = ($line | split row "\\t" --number 2)
    { value: ($parts | first), description: ($parts | get -o 1 | default "") }
  }
}
`;

/**
 * What a shell reads to ask us for candidates: `tools completion <shell> --line <what was typed>` answers
 * one candidate a line, a tab and its description. No script evaluates what was typed.
 */
export const completionScripts = {
  // Works in bash 3.2 without the bash-completion package. bash splits words at = @ : too, and replaces only
  // the last piece, so what stands before that piece is taken off each candidate. An @ is replaced with it.
  bash: `_tools_complete() {
  local line piece typed before candidate description
  line="\${COMP_LINE:0:COMP_POINT}" piece="\${COMP_WORDS[COMP_CWORD]}"
  typed="\${line##*[[:space:]]}"
  case "$piece" in [=:@]) piece='' ;; esac
  before="\${typed%"$piece"}"
  before="\${before%@}"
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate description; do
    candidate="\${candidate#"$before"}"
    case "$candidate" in *[[:space:]\\"\\'\\\`\\$\\&\\|\\;\\<\\>\\(\\)\\{\\}\\[\\]\\*\\?\\!\\\\]*) printf -v candidate %q "$candidate" ;; esac
    COMPREPLY+=("$candidate")
  done < <("$1" completion bash --line "$line" 2>/dev/null)
}
complete -o default -F _tools_complete tools ai-tools
`,
  zsh: `#compdef tools ai-tools
${zshCompletion}if [[ "\${funcstack[1]}" == _tools* ]]; then _tools_complete "$@"; else compdef _tools_complete tools ai-tools; fi
`,
  fish: `function __tools_complete
    set -l words (commandline -opc)
    $words[1] completion fish --line (commandline -cp | string collect) 2>/dev/null
end
for name in tools ai-tools
    complete -c $name -f -n 'not contains -- -- (commandline -opc)' -a '(__tools_complete)'
    complete -c $name -F -n 'contains -- -- (commandline -opc)'
end
`,
  pwsh: `Register-ArgumentCompleter -Native -CommandName tools, ai-tools -ScriptBlock {
  param($word, $ast, $cursor)
  $line = $ast.ToString()
  if ($cursor -gt $ast.Extent.EndOffset) { $line += ' ' }
  & $ast.CommandElements[0].Value completion pwsh --line $line 2>$null | ForEach-Object {
    $value, $description = $_ -split [char]9, 2
    if (-not $description) { $description = $value }
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
  }
}
`,
  nu: `${nuCompletion}
def --wrapped tools [...words: string@__ai_tools_complete] { ^tools ...$words }
def --wrapped ai-tools [...words: string@__ai_tools_complete] { ^ai-tools ...$words }
`,
};

export type CompletionShell = keyof typeof completionScripts;
export const completionShells = Object.keys(completionScripts) as CompletionShell[];
