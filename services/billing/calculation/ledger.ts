import type { BillLine } from '#contracts/billing/index.ts';
import type { FoldedParcel } from './account.ts';
import type { MonthRules, ParcelMonth } from './month-lines.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

/** The lines of a month that a change of one parcel can touch, as they were and as they are. */
export type Touched = { readonly before: readonly BillLine[]; readonly after: readonly BillLine[] };

/**
 * A month's lines, kept up parcel by parcel: what changes one parcel changes its own lines and those over all parcels,
 * and no other is computed again.
 */
export type Ledger = {
  readonly month: Month;
  /** Puts a parcel as it is known now in the place of what was known of it; undefined when nothing is. */
  put(parcelName: string, parcel: FoldedParcel | undefined): Touched;
};

/** What becomes of the lines of one parcel, or (null) of those over all: where some are pinned they are put in their place. */
export type Finish = (parcelName: string | null, lines: readonly BillLine[]) => readonly BillLine[];

/** Opens the ledger of a month on what is known of the parcels. Its rules must stay true as long as it is used. */
export function openLedger(
  month: Month,
  rules: MonthRules,
  parcels: Iterable<FoldedParcel>,
  finish: Finish = (_parcelName, lines) => lines,
): Ledger {
  const months = new Map<string, ParcelMonth>();
  for (const parcel of parcels) {
    const found = rules.ofParcel(parcel);
    if (!isEmpty(found)) months.set(parcel.state.parcelName, found);
  }
  const linesOfAll = (): readonly BillLine[] => finish(null, rules.ofAll([...months.values()]));
  let ofAll = linesOfAll();
  return {
    month,
    put(parcelName, parcel) {
      const was = months.get(parcelName);
      const is = parcel && rules.ofParcel(parcel);
      const own = {
        before: finish(parcelName, was?.lines ?? []),
        after: finish(parcelName, is?.lines ?? []),
      };
      if (is && !isEmpty(is)) months.set(parcelName, is);
      else months.delete(parcelName);
      if (bearingOf(was) === bearingOf(is)) return own;
      const before = ofAll;
      ofAll = linesOfAll();
      return { before: [...own.before, ...before], after: [...own.after, ...ofAll] };
    },
  };
}

const isEmpty = ({ lines, held }: ParcelMonth): boolean => lines.length === 0 && held.length === 0;

/** What the lines over all parcels take of one: they are as they were while it is. */
function bearingOf(parcel: ParcelMonth | undefined): string {
  if (!parcel) return '';
  const fees = parcel.fees.map(({ key, computedCents, centDays, spell }) =>
    [key, computedCents, centDays, spell.haf].join(' '),
  );
  const held = parcel.held.map(({ from, to, priceCents }) => `${from} ${to} ${priceCents}`);
  return [...fees, ...held].join('\n');
}
