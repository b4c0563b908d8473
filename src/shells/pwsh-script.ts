import { shellWord } from '../process/index.ts';
import { completionScripts } from './completion-scripts.ts';
import type { InitScript } from './init-facts.ts';

export const pwshScript: InitScript = {
  // No function of the name `tools`: PowerShell takes a `--` away from what it calls, unless that is a program.
  init: ({ shims }) => `$global:__aiToolsShims = ${shellWord('pwsh', shims)}
$global:__aiToolsPwd = ''
$global:__aiToolsHook = $null

# The shims first on PATH, and once, whatever was put before them since.
function global:__AiToolsPath {
  $separator = [IO.Path]::PathSeparator
  $folders = @($env:PATH -split [regex]::Escape($separator))
  if ($folders[0] -ceq $global:__aiToolsShims) { return }
  if (-not (Test-Path -LiteralPath $global:__aiToolsShims -PathType Container)) { return }
  $rest = @($folders | Where-Object { $_ -cne $global:__aiToolsShims })
  $env:PATH = (@($global:__aiToolsShims) + $rest) -join $separator
}
__AiToolsPath

# The program by either of its names.
function global:__AiToolsProgram {
  foreach ($name in 'ai-tools', 'tools') {
    $program = Get-Command -Name $name -CommandType Application, ExternalScript -ErrorAction Ignore | Select-Object -First 1
    if ($program) { return $program }
  }
}

# Runs it, for lines for this shell.
function global:__AiToolsAsk([object[]] $Words) {
  $program = __AiToolsProgram
  if (-not $program) { throw 'neither ai-tools nor tools is on PATH' }
  $env:AI_TOOLS_SHELL = 'pwsh'
  $env:AI_TOOLS_SHELL_PID = $PID
  try { & $program @Words }
  finally { Remove-Item -LiteralPath Env:AI_TOOLS_SHELL, Env:AI_TOOLS_SHELL_PID -ErrorAction Ignore }
}

# "ai_tools_use codex work" is "tools use codex work --shell", read by this shell.
function global:ai_tools_use {
  $global:__aiToolsPwd = ''
  $lines = __AiToolsAsk (@('use') + $args + @('--shell'))
  if ($LASTEXITCODE -eq 0 -and $lines) { Invoke-Expression ($lines -join [Environment]::NewLine) }
}

# For a prompt: who is in use here.
function global:ai_tools_prompt {
  $name = if ([IO.Path]::PathSeparator -eq ';') { 'ai-tools-status.cmd' } else { 'ai-tools-status' }
  $status = Join-Path $global:__aiToolsShims $name
  if (Test-Path -LiteralPath $status) { & $status @args 2>$null }
}

${completionScripts.pwsh}
if (-not (Test-Path Variable:global:__aiToolsPrompt)) {
  $global:__aiToolsPrompt = $function:prompt
  function global:prompt {
    $code = Get-Variable -Name LASTEXITCODE -Scope Global -ValueOnly -ErrorAction Ignore
    __AiToolsPath
    if ($global:__aiToolsHook) { & $global:__aiToolsHook }
    $global:LASTEXITCODE = $code
    & $global:__aiToolsPrompt
  }
}
`,
  hook: () => `$global:__aiToolsSaid = @()

# What can't be done in a directory is said there once.
function global:__AiToolsSay([string] $Line) {
  $now = (Get-Location).ProviderPath + ': ' + $Line
  if ($global:__aiToolsSaid -ccontains $now) { return }
  $global:__aiToolsSaid += $now
  [Console]::Error.WriteLine($Line)
}

$global:__aiToolsHook = {
  $here = (Get-Location).ProviderPath
  if ($global:__aiToolsPwd -ceq $here) { return }
  $global:__aiToolsPwd = $here
  if (-not (__AiToolsProgram)) { return }
  $lines = @(__AiToolsAsk @('init', 'pwsh', '--step'))
  # Another program may have our name.
  if ($LASTEXITCODE -eq 0 -and $lines.Count -gt 1 -and $lines[0] -ceq ': ai-tools') {
    Invoke-Expression (($lines | Select-Object -Skip 1) -join [Environment]::NewLine)
  }
}
`,
};
