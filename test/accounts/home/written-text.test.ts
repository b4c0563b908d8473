import { win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writtenText } from '../../../src/accounts/home/written-text.ts';
import { testHost } from '../../support/temp-home.ts';

const windows = testHost({ platform: 'win32', path: win32, home: 'C:\\Users\\u' });
const linux = testHost({ home: '/home/me' });

describe('B116: what is written into a file is spelled as its readers spell it (Windows, simulated)', () => {
  test.each([
    ['\\\\wsl.localhost\\Ubuntu\\home\\u\\.codex', '{home}/x', '/home/u/.codex/x'],
    ['\\\\wsl$\\Ubuntu-22.04\\home\\u\\.codex', '{home}/x', '/home/u/.codex/x'],
    ['//WSL.LOCALHOST/Ubuntu/root/.codex', '{userHome}/.claude/rules/**', '/root/.claude/rules/**'],
    [
      '\\\\wsl.localhost\\Ubuntu\\home\\u\\.codex',
      '{userHome}/.claude/CLAUDE.md',
      '/home/u/.claude/CLAUDE.md',
    ],
    ['C:\\Users\\u\\.codex', '{home}/x', 'C:\\Users\\u\\.codex\\x'],
    ['C:\\Users\\u\\.codex', '{userHome}/.claude/CLAUDE.md', 'C:\\Users\\u\\.claude\\CLAUDE.md'],
    ['\\\\server\\share\\.codex', 'file', 'file'],
  ])('in %s %s is %s', (home, template, text) => {
    expect(writtenText(windows, template, home)).toBe(text);
  });

  test.each([
    '\\\\server\\share\\.codex',
    '\\\\wsl.localhost\\Ubuntu\\srv\\.codex',
    '\\\\wsl.localhost\\Ubuntu',
  ])('a path in %s is refused: nobody knows its system', (home) => {
    expect(() => writtenText(windows, '{userHome}/x', home)).toThrow(
      expect.objectContaining({ code: 'HOME_SYSTEM_UNKNOWN' }),
    );
  });

  test('elsewhere two slashes are nothing special', () => {
    expect(writtenText(linux, '{home}/x', '//data/home')).toBe('/data/home/x');
  });
});
