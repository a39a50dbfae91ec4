import type { BillLine, LineDifference } from '#contracts/billing/index.ts';

/** The lines whose amount differs, by key; of one that is only on one side the other amount is 0. */
export function lineDifferences(before: readonly BillLine[], after: readonly BillLine[]): LineDifference[] {
  const earlier = new Map(before.map((line) => [line.key, line]));
  const later = new Map(after.map((line) => [line.key, line]));
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) => {
    const was = earlier.get(key);
    const is = later.get(key);
    const line = (is ?? was)!;
    const { kind, parcelName } = line;
    const adjusts = adjustedBy(line);
    const beforeCents = was?.amountCents ?? 0;
    const afterCents = is?.amountCents ?? 0;
    return beforeCents === afterCents ? [] : [{ kind, key, parcelName, adjusts, beforeCents, afterCents }];
  });
}

/** Of an adjustment: the closed month that it puts right, and the kind of its lines there; null of another line. */
export const adjustedBy = (line: BillLine): LineDifference['adjusts'] =>
  line.kind === 'ADJUSTMENT' ? { month: line.working.month, kind: line.working.kind } : null;
