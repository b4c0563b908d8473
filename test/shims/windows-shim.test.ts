import { describe, expect, it } from 'vitest';
import { noExtensions } from '../../src/accounts/index.ts';
import { appPaths } from '../../src/platform/index.ts';
import { windowsCommand } from '../../src/process/index.ts';
import { type AITool, knownTools } from '../../src/registry/index.ts';
import { shimFiles } from '../../src/shims/shim-files.ts';
import { argvFromCommandLine, argvThroughBatch } from '../process/reference-cmd.ts';
import { testHost } from '../support/temp-home.ts';
import { registry } from './shim-world.ts';

const program = { node: 'C:\\Program Files\\nodejs\\node.exe', script: "C:\\Users\\100% me\\it's\\main.cjs" };
const host = testHost({
  platform: 'win32',
  homeDir: 'C:\\Users\\me',
  env: { LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local', SystemRoot: 'C:\\Windows', AI_TOOLS_HOME: undefined },
  program,
});
const ctx = { host, paths: appPaths(host), registry, extensions: noExtensions, tell: () => {} };
const tool = registry.tool('codex');
const [cmd, powershell] = tool ? shimFiles(ctx, tool) : [];

describe('shims for Windows (simulated)', () => {
  it('lie beside each other, and are known by the marker in their text', () => {
    expect([cmd?.path, powershell?.path]).toEqual(
      ['cmd', 'ps1'].map((end) => `C:\\Users\\me\\AppData\\Local\\ai-tools\\Data\\shims\\codex.${end}`),
    );
    for (const file of [cmd, powershell]) expect(file?.text.slice(0, 256)).toContain('ai-tools-shim');
  });

  it('start our program, whatever its path holds', () => {
    const line = cmd?.text.split('\r\n').find((each) => each.includes(' run codex -- '));
    // As cmd reads a batch file: `%%` is a percent sign.
    expect(argvFromCommandLine(line?.replaceAll('%%', '%').replace(' %*', '') ?? '')).toEqual([
      program.node,
      program.script,
      'run',
      'codex',
      '--',
    ]);
    expect(powershell?.text).toContain(
      `& '${program.node}' '${program.script.replace("'", "''")}' run 'codex' -- @args`,
    );
  });

  it('lead to a user whose name no code page has in common by the variable that Windows has for it', () => {
    const folder = 'C:\\Users\\Zoë\\AppData\\Roaming';
    const zoe = testHost({
      platform: 'win32',
      homeDir: 'C:\\Users\\Zoë',
      env: {
        APPDATA: folder,
        USERPROFILE: 'C:\\Users\\Zoë',
        SystemRoot: 'C:\\Windows',
        AI_TOOLS_HOME: undefined,
      },
      program: { node: 'C:\\node\\node.exe', script: `${folder}\\npm\\100%\\main.cjs` },
    });
    const files = tool ? shimFiles({ ...ctx, host: zoe, paths: appPaths(zoe) }, tool) : [];
    const line = files[0]?.text.split('\r\n').find((each) => each.includes(' run codex -- '));
    expect(line).toBe('"C:\\node\\node.exe" "%APPDATA%\\npm\\100%%\\main.cjs" run codex -- %*');
    expect(files[1]?.text.startsWith('\uFEFF# ')).toBe(true);
  });

  it('say an id that cmd would read as a word', () => {
    const odd = { ...ctx, registry: knownTools([{ id: 'a&b%c', displayName: 'Odd' }]) };
    const [shim] = shimFiles(odd, { ...(odd.registry.all()[0] as AITool) });
    expect(shim?.text).toContain(' run "a&b%%c" -- %*');
  });

  it.each([
    [['-p', 'a  b', '', '*']],
    [['"quoted"', 'back\\slash\\', 'end\\"']],
    [['a & b', '(x)', '100%', '%PATH%', '!x!', '^', '<>|']],
  ])('passes %j on through cmd.exe as it was given', (args) => {
    // What quotes for a batch file that ends in `%*` quotes for this one.
    expect(cmd?.text).toMatch(/ -- %\*\r\n/);
    const started = windowsCommand(host, 'C:\\shims\\codex.cmd', args);
    expect(argvThroughBatch(started.args.at(-1) ?? '')).toEqual(['C:\\shims\\codex.cmd', ...args]);
  });

  it('say what is the matter where our program is gone, and end with 127', () => {
    expect(cmd?.text).toContain('if not exist "C:\\Users\\100%% me\\it\'s\\main.cjs" goto gone');
    expect(cmd?.text).toMatch(/:gone\r\n(?:>&2 echo .*\r\n)+exit \/b 127\r\n$/);
    expect(powershell?.text).toContain('exit 127');
    for (const file of [cmd, powershell]) expect(file?.text).toContain('SHIM_STALE');
  });
});
