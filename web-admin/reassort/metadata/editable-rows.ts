/** A row of an editable table, by field. */
export type Cells = Record<string, string>;

/**
 * Rows with what a spreadsheet put on the clipboard, from one cell on: lines are rows, tabs are columns. Rows that are
 * not there yet are added.
 */
export function withPasted(
  rows: readonly Cells[],
  fields: readonly string[],
  at: { row: number; field: string },
  text: string,
): Cells[] {
  const pasted = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  const from = fields.indexOf(at.field);
  const filled = rows.map((row) => ({ ...row }));
  for (const [line, cells] of pasted.entries()) {
    const row = (filled[at.row + line] ??= emptyRow(fields));
    for (const [column, cell] of cells.entries()) {
      const field = fields[from + column];
      if (field !== undefined) row[field] = cell.trim();
    }
  }
  return filled;
}

export const emptyRow = (fields: readonly string[]): Cells =>
  Object.fromEntries(fields.map((field) => [field, '']));

/** The rows of which every cell says something: the others are not saved. */
export const wholeRows = (rows: readonly Cells[], fields: readonly string[]): Cells[] =>
  rows.filter((row) => fields.every((field) => (row[field] ?? '').trim() !== ''));

/** True when leaving would lose something: rows say other things than before. A row that says nothing is no loss. */
export function hasTyped(
  rows: readonly Cells[],
  before: readonly Cells[],
  fields: readonly string[],
): boolean {
  const written = (all: readonly Cells[]): string =>
    JSON.stringify(
      all
        .map((row) => fields.map((field) => (row[field] ?? '').trim()))
        .filter((cells) => cells.some((cell) => cell !== '')),
    );
  return written(rows) !== written(before);
}

/** Found rows whose words have no row yet; the last field says what they are here. */
export function notThere(
  found: readonly Cells[],
  rows: readonly Cells[],
  fields: readonly string[],
): readonly Cells[] {
  const wordsOf = (row: Cells): string =>
    JSON.stringify(fields.slice(0, -1).map((field) => row[field]?.trim().toLowerCase()));
  const there = new Set(rows.map(wordsOf));
  return found.filter((row) => !there.has(wordsOf(row)));
}
