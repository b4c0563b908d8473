import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { undoers } from '../../../src/undo/undoers/index.ts';

const src = resolve(import.meta.dirname, '../../../src');

/** How a verb gets into the journal. */
const notings = [/\bverb: '([^']+)'/g, /\b(?:noted|carryOut)\(ctx, '([^']+)'/g, /\bconst verb = '([^']+)'/g];

test('each verb that the journal may hold can be taken back, or says why not', () => {
  const verbs = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(src, file), 'utf8');
      return notings.flatMap((noting) => [...text.matchAll(noting)].map(([, verb]) => verb ?? ''));
    });
  const shares = ['on', 'off', 'add', 'remove'].map((kind) => `share ${kind}`);
  const missing = [...new Set([...verbs, ...shares])].filter((verb) => !Object.hasOwn(undoers, verb));
  expect(missing).toEqual([]);
  expect(verbs.length).toBeGreaterThan(15);
});
