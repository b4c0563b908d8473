import { shellWord, shimMarker } from '../process/index.ts';
import { goneLines } from './said-lines.ts';
import type { ShimFacts } from './shim-facts.ts';

/**
 * For cmd.exe. Our program decides everything: arguments go on as they were written (`%*`). Delayed expansion is
 * off, so that `!` in them is a letter. It reads the file in the code page of its window, so that only what every
 * page has in common may stand in it: what leads to a user of another name is left to a variable.
 */
export function cmdText(facts: ShimFacts, path: string): string {
  const [node, script] = [facts.program.node, facts.program.script].map((each) =>
    inBatch(each, facts.folders),
  );
  const [message, hint] = goneLines(facts, path);
  return [
    '@echo off',
    `rem ${shimMarker}: starts ${facts.tool} under the account that is chosen here. Made by "tools shim enable".`,
    'setlocal EnableExtensions DisableDelayedExpansion',
    `if not exist ${script} goto gone`,
    `${node} ${script} run ${/^[\w.-]+$/.test(facts.tool) ? facts.tool : inBatch(facts.tool)} -- %*`,
    'exit /b %ERRORLEVEL%',
    ':gone',
    `>&2 echo ${escaped(message)}`,
    `>&2 echo ${escaped(hint)}`,
    'exit /b 127',
    '',
  ].join('\r\n');
}

/** For PowerShell, which passes arguments on better than cmd does. By the mark at its start it is read as UTF-8. */
export function powershellText(facts: ShimFacts, path: string): string {
  const { node, script } = facts.program;
  const start = `& ${shellWord('pwsh', node)} ${shellWord('pwsh', script)} run ${shellWord('pwsh', facts.tool)} -- @args`;
  return [
    `\uFEFF# ${shimMarker}: starts ${facts.tool} under the account that is chosen here. Made by "tools shim enable".`,
    `if (-not (Test-Path -LiteralPath ${shellWord('pwsh', script)})) {`,
    ...goneLines(facts, path).map((line) => `  [Console]::Error.WriteLine(${shellWord('pwsh', line)})`),
    '  exit 127',
    '}',
    `if ($MyInvocation.ExpectingInput) { $input | ${start} } else { ${start} }`,
    'exit $LASTEXITCODE',
    '',
  ].join('\r\n');
}

/** A path holds no quote; a percent sign is doubled in a batch file. */
function inBatch(path: string, folders: ShimFacts['folders'] = {}): string {
  const [name, folder = ''] =
    (/^[\x20-\x7e]*$/.test(path)
      ? undefined
      : Object.entries(folders).find(([, each]) => isBelow(path, each))) ?? [];
  const rest = path.slice(folder.length).replaceAll('%', '%%');
  return name === undefined ? `"${rest}"` : `"%${name}%${rest}"`;
}

function isBelow(path: string, folder: string): boolean {
  return path.toLowerCase().startsWith(`${folder.toLowerCase()}\\`);
}

function escaped(line: string): string {
  return line.replaceAll('%', '%%').replace(/[&|<>()^"]/g, '^$&');
}
