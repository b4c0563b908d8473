import * as words from './descriptor-words.ts';
import { list, literal, named, object, record } from './shape-makers.ts';
import { anywhere, assertedFormat, fileValue, jsonValue } from './shape-parts.ts';

const variables = named('variables', record(words.variableName, words.homeTemplate, 32));

const leakProbe = object(
  { path: words.probeTemplate, format: literal('json', 'jsonc', 'dotenv', 'exists') },
  {
    keys: list(words.line, { min: 1, max: 64, unique: true }),
    when: literal('always', 'cwdIsUserHome', 'noLogin'),
    unless: object({ file: words.relativePath }, { ...anywhere, pointer: words.pointer, equals: jsonValue }, [
      { field: 'pointer', needs: ['equals'] },
      { field: 'equals', needs: ['pointer'] },
    ]),
  },
  [{ field: 'format', values: ['json', 'jsonc', 'dotenv'], needs: ['keys'] }],
);

const leak = object(
  {
    what: words.line,
    access: literal('read', 'write'),
    effect: literal('identity', 'memory', 'settings', 'logs', 'runtime'),
  },
  {
    paths: list(words.leakTemplate, { min: 1, max: 64, unique: true }),
    needs: words.line,
    closedBy: list(words.line, { min: 1, max: 32, unique: true }),
    probe: leakProbe,
    action: literal('set', 'refuse'),
  },
  [
    { field: 'effect', values: ['identity'], needs: ['probe', 'action'] },
    { field: 'action', values: ['set'], needs: ['closedBy'] },
  ],
);

export const relocation = object(
  {
    shape: literal('variable', 'parent', 'set', 'home', 'none'),
    isolation: literal('complete', 'partial', 'none'),
  },
  {
    own: variables,
    borrowed: variables,
    settings: list(
      object(
        { ...fileValue, format: assertedFormat, value: jsonValue },
        { ...anywhere, only: literal('key') },
      ),
      { max: 64 },
    ),
    configDir: words.relativePathOrNone,
    roots: object(
      {},
      { data: words.relativePathOrNone, state: words.relativePathOrNone, cache: words.relativePathOrNone },
    ),
    system: object(
      {},
      {
        roots: object(
          {},
          {
            config: words.systemTemplate,
            home: words.systemTemplate,
            data: words.systemTemplate,
            state: words.systemTemplate,
            cache: words.systemTemplate,
          },
        ),
        files: record(words.relativePath, words.systemTemplate, 32),
      },
    ),
    linksBack: list(words.relativePath, { max: 64, unique: true }),
    reason: words.line,
    leaks: list(leak, { max: 64 }),
    sideEffects: list(words.line, { max: 32 }),
  },
  [{ field: 'isolation', values: ['none'], needs: ['reason'] }],
);
