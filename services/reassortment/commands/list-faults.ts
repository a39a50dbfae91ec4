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

/** Faults of a list that its refusal's message names; all are in `errors`. */
const MOST_SHOWN = 5;

/** Refuses (422) a list with all of its faults, the first few of them in the message; without faults it does nothing. */
export function refuseFaults(faults: readonly ListFault[]): void {
  const [first] = faults;
  if (!first) return;
  const { code, field } = first;
  const shown = faults.slice(0, MOST_SHOWN).map(({ message }) => message);
  const left = faults.length - shown.length;
  const message = [...shown, ...(left > 0 ? [`And ${left} more.`] : [])].join(' ');
  const errors = faults.map((fault) => ({ field: fault.field, message: fault.message }));
  throw new Refusal(422, message, { code, field, errors });
}
