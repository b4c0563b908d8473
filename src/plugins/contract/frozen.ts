/** The table itself, frozen with the rows in it: what stands in the contract is the same for all who read it. */
export function frozen<Table extends object>(table: Table): Table {
  for (const row of Object.values(table)) if (typeof row === 'object') Object.freeze(row);
  return Object.freeze(table);
}
