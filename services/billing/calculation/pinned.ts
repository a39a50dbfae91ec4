import type { Bill, BillLine } from '#contracts/billing/index.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';

/** What tells a line of a month from the others of its kind and parcel. */
type Named = Pick<BillLine, 'kind' | 'parcelName' | 'key'>;

/** The lines of a bill that are pinned: those that it overrides (rule: Overrides). */
export const pinnedOf = (bill: Bill | undefined): BillLine[] =>
  bill?.lines.filter((line) => line.override !== null && line.kind !== 'ADJUSTMENT') ?? [];

/** What a bill pins, parcel by parcel, or (null) over all parcels. */
export type Pins = {
  of(parcelName: string | null): readonly BillLine[];
  /** All of them, in the bill's order. */
  readonly all: readonly BillLine[];
  /** The keys of all lines of the bill. */
  readonly billed: ReadonlySet<string>;
};

/** What is pinned of a month by its bill: nothing where it has none. */
export function pinsOf(bill: Bill | undefined): Pins {
  const all = pinnedOf(bill);
  const byParcel = grouped(all, ({ parcelName }) => parcelName);
  return {
    of: (parcelName) => byParcel.get(parcelName) ?? [],
    all,
    billed: new Set(bill?.lines.map((line) => line.key)),
  };
}

/** The bill with no more of its lines than what is pinned of single parcels takes: a bill may have tens of thousands. */
export function withPinsAlone(bill: Bill): Bill {
  const nameOf = ({ kind, parcelName }: BillLine): string => `${kind} ${parcelName}`;
  const pinned = new Set(pinnedOf(bill).map(nameOf));
  const lines = bill.lines.filter((line) => line.parcelName !== null && pinned.has(nameOf(line)));
  return { ...bill, lines };
}

/**
 * Each pinned line with the line that it stands for now, in the order of `lines` where there is more than one; a pinned
 * line that stands for none is left out (rule: Overrides).
 * @param billed the keys of all lines of the bill
 */
export function pinnedFor<Line extends Named>(
  lines: readonly Line[],
  pinned: readonly BillLine[],
  billed: ReadonlySet<string>,
): Map<Line, BillLine> {
  const byKey = new Map(pinned.length === 0 ? [] : lines.map((line) => [line.key, line]));
  const replaced = new Map<Line, BillLine>();
  for (const pin of pinned) {
    // Its first entry may have been undone since: then the line of the same parcel that was not billed takes its place.
    const now =
      byKey.get(pin.key) ??
      lines.find(
        (line) =>
          line.kind === pin.kind &&
          line.parcelName === pin.parcelName &&
          !billed.has(line.key) &&
          !replaced.has(line),
      );
    if (now) replaced.set(now, pin);
  }
  return replaced;
}

/** A month's lines as they are now, with the pinned ones as they were billed in the place of those they stand for. */
export function withPinned(
  lines: readonly BillLine[],
  pinned: readonly BillLine[],
  billed: ReadonlySet<string>,
): BillLine[] {
  const replaced = pinnedFor(lines, pinned, billed);
  return [...lines.filter((line) => !replaced.has(line)), ...pinned];
}
