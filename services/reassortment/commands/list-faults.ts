import { Refusal } from '#services/platform/refusal.ts';

/** What is wrong with a field of a list; the message names the fix. */
export type ListFault = { code: string; field: string; message: string };

/** A fault for each row with the key of an earlier one. */
export function doublesIn<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  refused: (row: Row, index: number) => Omit<ListFault, 'code'>,
): ListFault[] {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    const key = keyOf(row);
    if (seen.has(key)) return [{ code: 'TWICE', ...refused(row, index) }];
    seen.add(key);
    return [];
  });
}

/** Refuses (422) a list with all of its faults; the first one is the message. Does nothing where there is none. */
export function refuseFaults(faults: readonly ListFault[]): void {
  const [first] = faults;
  if (!first) return;
  const { code, field, message } = first;
  const errors = faults.map((fault) => ({ field: fault.field, message: fault.message }));
  throw new Refusal(422, message, { code, field, errors });
}
