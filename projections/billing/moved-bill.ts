import type { BillLine, Cut, MovedBill } from '#contracts/billing/index.ts';

type WithPlaces = { readonly cut: Cut; readonly lines: readonly BillLine[] };

/** Every log position that a bill names: its cut's, and those of its adjustments' causes. */
export function positionsNamed({ cut, lines }: WithPlaces): string[] {
  const causes = lines.flatMap((line) => (line.kind === 'ADJUSTMENT' ? line.working.causes : []));
  return [...new Set([cut.position, ...causes.map(({ position }) => position)])];
}

/**
 * A bill with positions of this log: as recorded when it was made here (`moved` null), else as recorded when the log
 * came from another store. Throws when a position has no equivalent here.
 */
export function inThisLog<Moved extends WithPlaces>(bill: Moved, moved: MovedBill | null): Moved {
  if (moved === null) return bill;
  const here = (position: string): string => {
    const place = moved.places[position];
    if (place === undefined)
      throw new Error(`bill ${moved.billEventId} names position ${position}, which has no place in this log`);
    return place;
  };
  return {
    ...bill,
    cut: { ...bill.cut, position: here(bill.cut.position), eventId: moved.cutEventId },
    lines: bill.lines.map((line) => {
      if (line.kind !== 'ADJUSTMENT') return line;
      const causes = line.working.causes.map((cause) => ({ ...cause, position: here(cause.position) }));
      return { ...line, working: { ...line.working, causes } };
    }),
  };
}
