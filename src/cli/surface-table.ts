import type { Host } from '../platform/index.ts';
import type { SurfaceAnswer, SurfaceReport } from '../surfaces/index.ts';
import { leakLine } from './info-lines.ts';
import type { Table } from './table.ts';
import { wrapped } from './wrapped.ts';

/** Which account each way of using a tool takes, for a program. */
export function surfaceTable({ surfaces }: SurfaceReport): Table {
  return {
    heads: ['Surface', 'Here', 'Account', 'Why'],
    whole: ['Surface', 'Account'],
    rows: surfaces.map((answer) => [answer.surface, hereOf(answer), accountOf(answer), answer.because]),
  };
}

/** The same for a person, who wants every reason whole; with what no account of ours stops the tool from reading. */
export function surfaceLines(
  { surfaces, leaks }: SurfaceReport,
  env: Host['env'],
  columns: number,
): readonly string[] {
  const told = leaks.filter(({ effect }) => effect !== 'runtime' && effect !== 'logs');
  const below = (line: string) => wrapped(line, columns, '    ', '    ');
  return [
    ...surfaces.flatMap((answer) => [
      `${answer.surface}: ${accountOf(answer)}${answer.here === false ? ' (not here)' : ''}`,
      ...below(answer.because),
    ]),
    ...(told.length > 0 ? ['', 'known leaks'] : []),
    ...told.flatMap((leak) => below(leakLine(leak, env))),
    ...changeLines(surfaces),
  ];
}

function changeLines(surfaces: readonly SurfaceAnswer[]): readonly string[] {
  const changes = new Set(surfaces.flatMap(({ change }) => change ?? []));
  return changes.size === 0
    ? []
    : ['', 'to use another account', ...[...changes].map((line) => `    ${line}`)];
}

function hereOf({ here }: SurfaceAnswer): string {
  if (here === null) return '?';
  return here ? 'yes' : 'no';
}

function accountOf({ account, sure }: SurfaceAnswer): string {
  if (account === null) return sure ? 'none of ours' : 'unknown';
  return sure ? account : `${account}, as far as can be seen`;
}
