import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeShim } from './fake-tool.ts';

/** One version of the one program that this npm knows. */
export interface FakeProgram {
  readonly version: string;
  /** Default: `latest`. */
  readonly tags?: readonly string[];
  /** A script for sh, without its first line. */
  readonly script: string;
}

export interface FakeNpm {
  /** Goes first on PATH. */
  readonly folder: string;
  publish(program: FakeProgram): void;
  /** From now on there is no network. */
  cutOff(): void;
}

/**
 * An npm that installs at once, for tests about what comes before and after it. What npm really does is tried with
 * the real one and a registry of ours.
 */
export function fakeNpm(folder: string, names: { readonly package: string; readonly bin: string }): FakeNpm {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'npm.json');
  const write = (programs: readonly FakeProgram[]) => writeFileSync(file, JSON.stringify(programs));
  const text = script(file, names);
  if (process.platform === 'win32') writeShim(folder, 'npm', text);
  else {
    writeFileSync(join(folder, 'npm'), `#!${process.execPath}\n${text}`);
    chmodSync(join(folder, 'npm'), 0o755);
  }
  write([]);
  return {
    folder,
    publish: (program) => write([...JSON.parse(readFileSync(file, 'utf8')), program]),
    cutOff: () => writeFileSync(file, 'none'),
  };
}

function script(file: string, names: { readonly package: string; readonly bin: string }): string {
  return `const fs = require('node:fs');
const path = require('node:path');
const [verb, spec = '', ...rest] = process.argv.slice(2);
const text = fs.readFileSync(${JSON.stringify(file)}, 'utf8');
const fail = (code) => {
  console.log(JSON.stringify({ error: { code, summary: code } }));
  process.exit(1);
};
if (verb === 'config') {
  console.log('{}');
  process.exit(0);
}
if (text === 'none') fail('ENOTFOUND');
const wanted = spec.slice(spec.lastIndexOf('@') + 1);
const found = JSON.parse(text)
  .filter(({ version, tags = ['latest'] }) => version === wanted || tags.includes(wanted))
  .at(-1);
if (!found) fail('E404');
if (verb === 'view') console.log(JSON.stringify({ version: found.version }));
else {
  const modules = path.join(rest[rest.indexOf('--prefix') + 1], 'node_modules');
  const itself = path.join(modules, ${JSON.stringify(names.package)});
  fs.mkdirSync(itself, { recursive: true });
  fs.mkdirSync(path.join(modules, '.bin'));
  fs.writeFileSync(path.join(itself, 'program'), '#!/bin/sh\\n' + found.script + '\\n', { mode: 0o755 });
  fs.symlinkSync(path.relative(path.join(modules, '.bin'), path.join(itself, 'program')), path.join(modules, '.bin', ${JSON.stringify(names.bin)}));
  console.log('{}');
}
`;
}
