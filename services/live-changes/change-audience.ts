import { CURRENT_STATUSES } from '#contracts/vocabulary/statuses.ts';
import { foldParcel, parcelKnownAt, type ParcelState, type ParcelView } from '#contracts/lifecycle/index.ts';

/** What was recorded of a parcel since a log position, as far as it decides who sees it. */
export type ParcelChange = {
  /** The first of its events. */
  since: number;
  /** Among them is what own lists show as it is today: the vendor's availability, the description of a piece. */
  delivered: boolean;
  /** Among them is whether the vendor still has it. */
  withdrawal: boolean;
};

export type ChangeAudience = {
  /** Those whose own lists or histories show the change. */
  customers: number[];
  /** True when Available shows it, before or after. */
  public: boolean;
  /** Certified by FM before and after: open to the customers with that access only. */
  fm: boolean;
};

/**
 * Who sees a change of a parcel: it is compared with what was recorded before, so that a document or a correction is
 * announced to those whose lists it changes (rule: What one may not see).
 */
export function audienceOfChange(
  parcel: ParcelState,
  { since, delivered, withdrawal }: ParcelChange,
  zone: string,
): ChangeAudience {
  const known = parcelKnownAt(parcel, since - 1);
  const [before, after] = [foldParcel(known, zone), foldParcel(parcel, zone)];
  const customers = new Set([...parcel.entries, ...parcel.declines].map(({ customerId }) => customerId));
  const sees = (customerId: number): boolean =>
    isOpen(before, customerId) ||
    isOpen(after, customerId) ||
    (delivered && after.spells.some((spell) => spell.customerId === customerId)) ||
    ownView(known, before, customerId) !== ownView(parcel, after, customerId);
  // Withdrawals are not cut with the rest: all who may browse see a parcel go and come.
  const isOffered = ({ status }: ParcelView): boolean =>
    status === 'AVAILABLE' || (status === 'NOT_AVAILABLE' && withdrawal);
  return {
    customers: [...customers].filter(sees).toSorted((one, other) => one - other),
    public: parcel.listed && (isOffered(before) || isOffered(after)),
    fm: known.attributes.lab === 'FM' && parcel.attributes.lab === 'FM',
  };
}

/** The holder's row shows when the parcel was last changed, whatever changed; what was sold or invoiced is in Past. */
const isOpen = ({ spells }: ParcelView, customerId: number): boolean =>
  spells.some(
    ({ customerId: holder, end, status }) =>
      holder === customerId && end === null && CURRENT_STATUSES.includes(status),
  );

/** What a customer's own lists and history show of a parcel that it does not hold. */
function ownView(parcel: ParcelState, { spells, entries }: ParcelView, customerId: number): string {
  const own = <Row extends { customerId: number }>(rows: readonly Row[]): Row[] =>
    rows.filter((row) => row.customerId === customerId);
  const recorded = own(parcel.entries);
  const ids = new Set(recorded.map(({ eventId }) => eventId));
  const corrected = <Row extends { eventId: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ eventId }) => ids.has(eventId));
  const newest = own(spells).at(-1);
  return JSON.stringify([
    newest && [newest.key, newest.status, newest.end, newest.frozen],
    own(spells).map(({ days }) => days),
    own(entries),
    recorded,
    own(parcel.declines),
    corrected(parcel.undone),
    corrected(parcel.dateChanges),
  ]);
}
