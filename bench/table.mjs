/**
 * Prints a table and tells what missed its goal.
 * @param figures what each figure of a row is
 * @param about how to read them
 * @param rows each a name, and then for every figure what was measured and its goal: `<= 1.02`, `>= 15`, the one right
 *   value, or nothing
 * @returns the rows that have a goal: name, and whether every one is met
 */
export function printTable({ title, figures, about }, rows) {
  const told = rows.map((row) => row.slice(0, 1 + 2 * figures.length)).map((row) => [...row, metBy(row)]);
  const lines = [[title, ...figures.flatMap((figure) => [figure, 'GOAL']), 'MET'], ...told];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  console.log(about);
  for (const line of lines) console.log(inColumns(line, widths));
  console.log('');
  return told
    .filter((row) => row.at(-1) !== '')
    .map((row) => ({ name: row[0], isMet: row.at(-1) === 'yes' }));
}

function inColumns(line, widths) {
  return line
    .map((cell, column) => cell.padEnd(widths[column]))
    .join('  ')
    .trimEnd();
}

function metBy([, ...cells]) {
  const pairs = cells.flatMap((measured, at) => (at % 2 === 0 ? [{ measured, goal: cells[at + 1] }] : []));
  const known = pairs.filter(
    ({ measured, goal }) => goal !== '' && !Number.isNaN(Number.parseFloat(measured)),
  );
  if (known.length === 0) return '';
  return known.every(isMet) ? 'yes' : 'MISSED';
}

function isMet({ measured, goal }) {
  const [, sign, bound] = /^(<=|>=)?\s*([\d.]+)/.exec(goal);
  const figure = Number.parseFloat(measured);
  if (sign === '<=') return figure <= Number(bound);
  return sign === '>=' ? figure >= Number(bound) : figure === Number(bound);
}
