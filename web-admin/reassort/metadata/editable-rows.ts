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

const cellsOf = (row: Cells, fields: readonly string[]): string[] =>
  fields.map((field) => (row[field] ?? '').trim());

/** True when leaving would lose something: rows say other things than before. A row that says nothing is no loss. */
export function hasTyped(
  rows: readonly Cells[],
  before: readonly Cells[],
  fields: readonly string[],
): boolean {
  const written = (all: readonly Cells[]): string =>
    JSON.stringify(
      all.map((row) => cellsOf(row, fields)).filter((cells) => cells.some((cell) => cell !== '')),
    );
  return written(rows) !== written(before);
}

/** The words that a row is about; its last field says what they are here. */
const wordsOf = (row: Cells, fields: readonly string[]): string =>
  JSON.stringify(fields.slice(0, -1).map((field) => row[field]?.trim().toLowerCase()));

/** Found rows whose words have no row yet. */
export function notThere(
  found: readonly Cells[],
  rows: readonly Cells[],
  fields: readonly string[],
): readonly Cells[] {
  const there = new Set(rows.map((row) => wordsOf(row, fields)));
  return found.filter((row) => !there.has(wordsOf(row, fields)));
}

/**
 * The rows as typed over those that somebody else has saved: a row that one did not touch is theirs, or gone with theirs;
 * theirs that are new come first, and what one changed, added or removed stays so.
 */
export function overTheirs(
  typed: readonly Cells[],
  before: readonly Cells[],
  now: readonly Cells[],
  fields: readonly string[],
): Cells[] {
  const writtenOf = (row: Cells): string => JSON.stringify(cellsOf(row, fields));
  const untouched = new Set(before.map(writtenOf));
  const theirs = new Map(now.map((row) => [wordsOf(row, fields), row]));
  const kept = typed.flatMap((row) => {
    const stands = untouched.has(writtenOf(row)) ? theirs.get(wordsOf(row, fields)) : row;
    return stands ? [stands] : [];
  });
  return [...notThere(now, [...before, ...typed], fields), ...kept];
}

/** What the rows say, by their words, for a message. */
export const rowTexts = (rows: readonly Cells[], fields: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    rows.map((row) => [
      fields
        .slice(0, -1)
        .map((field) => row[field])
        .join(', '),
      row[fields.at(-1)!] ?? '',
    ]),
  );
