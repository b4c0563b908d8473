import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type AITool, AIToolRegistry, type ToolDescriptor } from '../../src/registry/index.ts';
import { testRegistry } from '../accounts/login-tools.ts';
import { type FakeAct, type FakeOptions, type FakeTool, fakeTool } from '../support/fake-tool.ts';
import { type CliInput, type CliResult, runCli } from '../support/run-cli.ts';
import { tempHome } from '../support/temp-home.ts';

/** A person's computer, and the program on it. */
export interface CliWorld {
  readonly home: string;
  /** Our folder. */
  readonly root: string;
  /** One command line; a string is split at blanks. */
  run(line: string | readonly string[], input?: CliInput): Promise<CliResult>;
  /** The answer as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests are about
  json(line: string, input?: CliInput): Promise<any>;
  fake(name: string, act: FakeAct, options?: FakeOptions): FakeTool;
  /** Below the user's home; returns the absolute path. */
  put(path: string, content: string): string;
  /** The home of an account. */
  homeOf(tool: string, label: string): Promise<string>;
}

export function cliWorld(): CliWorld {
  const home = tempHome();
  const bin = join(home, 'bin');
  mkdirSync(bin);
  const run: CliWorld['run'] = (line, input = {}) =>
    runCli(typeof line === 'string' ? line.split(' ') : line, {
      home,
      registry: cliRegistry(),
      ...input,
      env: { PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter), ...input.env },
    });
  const json: CliWorld['json'] = async (line, input) => {
    const { stdout, stderr } = await run(`${line} --json`, input);
    if (stdout === '') throw new Error(`no answer to ${line}: ${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    home,
    root: join(home, '.local/share/ai-tools'),
    run,
    json,
    fake: (name, act, options) => fakeTool(bin, name, act, options),
    put: (path, content) => {
      const file = join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    homeOf: async (tool, label) => {
      const { accounts } = await json(`list ${tool}`);
      return accounts.find((account: { label: string }) => account.label === label).home;
    },
  };
}

/** Two tools that are known well, and one of which only a variable is known. */
export function cliRegistry(): AIToolRegistry {
  const known = testRegistry();
  const registry = new AIToolRegistry();
  const executable = {
    names: ['codex'],
    npmPackage: 'fake-codex',
    versionArgs: ['--version'],
    versionFrom: 'output',
  } as const;
  registry.register({ ...declared(known, 'codex'), executable, evidence });
  registry.register({ ...declared(known, 'claude'), evidence });
  registry.register(declared(known, 'foo'));
  registry.seal();
  return registry;
}

const evidence = [{ fact: 'relocation', how: 'observed', date: '2026-11-30' }] as const;

function declared(registry: AIToolRegistry, id: string): ToolDescriptor {
  const { supportsSetup: _setup, coloredTag: _tag, ...descriptor } = registry.tool(id) as AITool;
  return descriptor;
}
