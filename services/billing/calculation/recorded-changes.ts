import { stoneStream, customerStream, vendorStream } from '#contracts/events/index.ts';
import type { Opening } from '#contracts/customer/index.ts';
import type { DateChange, ParcelState, Undone } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type EffectiveAt, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { BillingFacts, CustomerTermsFact, TermsFact } from './account.ts';

/** Something recorded that a customer's bill may depend on. */
export type RecordedChange = {
  readonly eventId: string;
  readonly stream: string;
  /** The one parcel that it changes; null for terms and bills, which may change every line. */
  readonly parcelName: string | null;
  readonly type: string;
  readonly what: string;
  readonly position: number;
  readonly recordedAt: string;
  readonly actor: string;
  readonly reason: string | null;
  /** Always shown in an explanation; others only when they changed something. */
  readonly own: boolean;
  /** The business times that it speaks of: nothing before the earliest of them can change by it. */
  readonly about: readonly EffectiveAt[];
};

/** What was recorded in (after, upTo] of a customer's parcels, terms, vendors and bills, in the order of the log. */
export function recordedChanges(facts: BillingFacts, after: number, upTo: number): RecordedChange[] {
  const changes = [
    ...facts.parcels.flatMap((state) => changesOfParcel(state, facts.customerId)),
    ...facts.terms.map((row) =>
      row.opening
        ? changeOfOpening(row, row.opening, facts.customerId)
        : changeOfTerms(row, customerStream(facts.customerId), 'CustomerTermsChanged', 'terms', true),
    ),
    ...[...facts.vendors].flatMap(([vendorId, rows]) =>
      rows.map((row) =>
        changeOfTerms(
          row,
          vendorStream(vendorId),
          'VendorTermsChanged',
          `terms of vendor ${vendorId}`,
          false,
        ),
      ),
    ),
    ...facts.bills.map((bill) => ({
      eventId: bill.eventId,
      stream: customerStream(facts.customerId),
      parcelName: null,
      type: 'BillCreated',
      what: `bill of ${bill.month}, version ${bill.version}`,
      position: Number(bill.position),
      recordedAt: bill.issuedAt,
      actor: bill.issuedBy,
      reason: null,
      own: false,
      about: [],
    })),
  ];
  return changes
    .filter(({ position }) => position > after && position <= upTo)
    .sort((a, b) => a.position - b.position);
}

/** A bare day as it is, an instant to the minute in UTC, as it stands in issued bills; shown by `withHouseTimes`. */
const day = (at: string): string => at.slice(0, 16).replace('T', ' ');

function changesOfParcel(state: ParcelState, customerId: number): RecordedChange[] {
  const { parcelName } = state;
  const stream = stoneStream(parcelName);
  const customerOf = new Map(state.entries.map((entry) => [entry.eventId, entry]));
  const own = (eventId: string): boolean => customerOf.get(eventId)?.customerId === customerId;
  // Every date that an entry, or another version of its document, had or was given.
  const timesOf = (eventId: string): EffectiveAt[] => {
    const entry = customerOf.get(eventId);
    const versions =
      entry && 'identity' in entry
        ? state.entries.filter((other) => 'identity' in other && other.identity === entry.identity)
        : entry
          ? [entry]
          : [];
    const changed = state.dateChanges.filter((row) => row.eventId === eventId);
    return [...versions.map((row) => row.effectiveAt), ...changed.map((row) => row.newDate)];
  };
  const nameOf = (eventId: string): string => customerOf.get(eventId)?.type ?? 'entry';
  const recording = (row: { position: number; recordedAt: string; by: string }) => ({
    stream,
    parcelName,
    position: row.position,
    recordedAt: row.recordedAt,
    actor: row.by,
  });
  const correction = (row: Undone | DateChange, type: string, what: string): RecordedChange => ({
    ...recording(row),
    eventId: row.correctionId,
    type,
    what,
    reason: row.reason ?? null,
    own: own(row.eventId),
    about: timesOf(row.eventId),
  });
  return [
    ...state.entries.map((entry) => ({
      ...recording(entry),
      eventId: entry.eventId,
      type: 'identity' in entry ? 'DocumentReceived' : (TYPE_OF_ENTRY[entry.type] ?? entry.type),
      what: `${entry.type} of ${parcelName} dated ${day(entry.effectiveAt)}${'identity' in entry ? describeVersion(entry) : ''}`,
      reason: entry.type === 'REPRICING' ? entry.reason : 'remarks' in entry ? (entry.remarks ?? null) : null,
      own: entry.customerId === customerId,
      about: timesOf(entry.eventId),
    })),
    ...state.undone.map((row) =>
      correction(row, 'EventUndone', `undo of ${nameOf(row.eventId)} of ${parcelName}`),
    ),
    ...state.dateChanges.map((row) =>
      correction(
        row,
        'EventDateChanged',
        `${nameOf(row.eventId)} of ${parcelName} re-dated to ${day(row.newDate)}`,
      ),
    ),
    ...state.prices.map((row, index) => ({
      ...recording(row),
      eventId: row.eventId,
      type: index === 0 ? 'StoneListed' : 'StoneRepriced',
      what: `list price of ${parcelName} from ${day(row.effectiveAt)}`,
      reason: null,
      own: false,
      // A spell that begins before the first price takes it all the same.
      about: index === 0 ? ALWAYS : [row.effectiveAt],
    })),
    ...state.formerAttributes.map((row) => ({
      ...recording(row),
      eventId: row.eventId,
      type: 'StoneDescribed',
      what: `description of ${parcelName}`,
      reason: null,
      own: false,
      about: [row.until],
    })),
  ];
}

const ALWAYS: readonly EffectiveAt[] = ['0000-01-01'];

const TYPE_OF_ENTRY: Readonly<Record<string, string>> = {
  REQUEST: 'StoneRequested',
  RETURN: 'StoneReturned',
  SOLD: 'StoneSold',
  REPRICING: 'SpellRepriced',
};

const describeVersion = ({ version, amountCents }: { version: number; amountCents: number | null }): string =>
  `${version > 1 ? `, version ${version}` : ''}${amountCents === null ? ', void' : ''}`;

function changeOfTerms(
  row: TermsFact<object>,
  stream: string,
  type: string,
  what: string,
  own: boolean,
): RecordedChange {
  const names = Object.keys(row.changes).join(', ');
  return {
    eventId: row.eventId,
    stream,
    parcelName: null,
    type,
    what: `${what} from ${day(row.effectiveAt)}: ${names}`,
    position: row.position,
    recordedAt: row.recordedAt,
    actor: row.by,
    reason: row.reason ?? null,
    own,
    about: [row.effectiveAt],
  };
}

function changeOfOpening(row: CustomerTermsFact, opening: Opening, customerId: number): RecordedChange {
  const what = `billing begins with ${opening.month}`;
  return {
    ...changeOfTerms(row, customerStream(customerId), 'BillingBegun', what, true),
    what,
    // It can only be set while nothing is billed.
    about: [],
  };
}

/** The earliest house day that changes can have touched; undefined when they touch none. */
export function earliestTouched(changes: readonly RecordedChange[], zone: string): HouseDay | undefined {
  let earliest: HouseDay | undefined;
  for (const { about } of changes) {
    for (const at of about) {
      const day = houseDayOf(at, zone);
      if (earliest === undefined || day < earliest) earliest = day;
    }
  }
  return earliest;
}
