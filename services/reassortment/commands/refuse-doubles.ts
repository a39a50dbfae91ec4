import { Refusal } from '#services/platform/refusal.ts';

/** Refuses (422) a list with two rows of the same key, naming the second. */
export function refuseDoubles<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  refused: (row: Row, index: number) => { field: string; message: string },
): void {
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row);
    if (seen.has(key)) {
      const { field, message } = refused(row, index);
      throw new Refusal(422, message, { code: 'TWICE', field });
    }
    seen.add(key);
  }
}
