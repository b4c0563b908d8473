import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FileSystem } from '../../src/platform/index.ts';
import { nativeProgram, searchProgram } from '../../src/process/index.ts';
import { tempHome, testHost } from '../support/temp-home.ts';
import { program } from './processes.ts';

const natives = [
  { platform: 'darwin', arch: 'x64', path: '@o/tool-darwin/bin/tool' },
  { platform: 'linux', arch: 'x64', path: '@o/tool-linux/bin/tool' },
  { platform: 'win32', arch: 'x64', path: '@o/tool-win/bin/tool.exe' },
];

let home = '';
beforeEach(() => {
  home = tempHome();
});

function file(...path: string[]): string {
  const made = join(home, ...path);
  mkdirSync(dirname(made), { recursive: true });
  return program(dirname(made), made.slice(dirname(made).length + 1), '#!/bin/sh\n');
}

function native(launcher: string, npmPackage?: string, arch = 'x64') {
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(launcher, join(bin, 'tool'));
  const host = testHost({ home, arch, env: { PATH: bin } });
  const { found } = searchProgram(host, { names: ['tool'], shims: join(home, 'shims') });
  return nativeProgram(host, found!, npmPackage, natives);
}

describe('the launcher of the package is passed over', () => {
  test.each([
    ['beside the package', 'lib/node_modules', 'lib/node_modules/@o/tool-linux/bin/tool'],
    ['below the package', 'lib/node_modules', 'lib/node_modules/@o/tool/node_modules/@o/tool-linux/bin/tool'],
    [
      'in a store of links',
      'n/node_modules/.s/tool@1/node_modules',
      'n/node_modules/.s/tool@1/node_modules/@o/tool-linux/bin/tool',
    ],
  ])('for the native program %s', (_name, modules, expected) => {
    const launcher = file(modules, '@o/tool/bin/tool.js');
    const real = file(expected);
    expect(native(launcher, '@o/tool')).toBe(real);
  });
});

describe('the program itself is taken', () => {
  test.each([
    ['when it lies in no package', 'opt/tool', '@o/tool', 'x64'],
    ['when it lies in another package', 'lib/node_modules/@o/tool-two/bin/tool.js', '@o/tool', 'x64'],
    ['when no package is known', 'lib/node_modules/@o/tool/bin/tool.js', undefined, 'x64'],
    ['when nothing is known for this computer', 'lib/node_modules/@o/tool/bin/tool.js', '@o/tool', 'arm64'],
  ])('%s', (_name, launcher, npmPackage, arch) => {
    file('lib/node_modules/@o/tool-linux/bin/tool');
    expect(native(file(launcher), npmPackage, arch)).toBe(join(home, 'bin/tool'));
  });

  test('when the native program is not installed, or may not be executed', () => {
    const launcher = file('lib/node_modules/@o/tool/bin/tool.js');
    mkdirSync(join(home, 'lib/node_modules/@o/tool-linux/bin'), { recursive: true });
    program(join(home, 'lib/node_modules/@o/tool-linux/bin'), 'tool', '', 0o644);
    expect(native(launcher, '@o/tool')).toBe(join(home, 'bin/tool'));
  });
});

test('on Windows (simulated) the npm shim is read to find the package', () => {
  const shim = 'C:\\npm\\tool.cmd';
  const exe = 'C:\\npm\\node_modules\\@o\\tool-win\\bin\\tool.exe';
  const texts: Record<string, string> = {
    [shim]: '@ECHO off\r\n"%_prog%"  "%dp0%\\node_modules\\@o\\tool\\bin\\tool.js" %*\r\n',
    'C:\\npm\\node_modules\\@o\\tool\\bin\\tool.js': '',
    [exe]: 'MZ',
  };
  const files = {
    stat: (path: string) => (path in texts ? { isFile: () => true } : undefined),
    readStart: (path: string) => Buffer.from(texts[path]!),
  } as unknown as FileSystem;
  const host = testHost({ home: 'C:\\u', platform: 'win32', arch: 'x64', files });
  expect(nativeProgram(host, { path: shim, realPath: shim }, '@o/tool', natives)).toBe(exe);
});
