import type { BillCreated, LineKind } from '#contracts/billing/index.ts';
import type { ParcelState } from '#contracts/lifecycle/index.ts';
import type { HistoryType, Status } from '#contracts/vocabulary/statuses.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import {
  bigint,
  boolean,
  date,
  int,
  json,
  nullable,
  readTable,
  text,
  type ReadRow,
} from '../engine/index.ts';

// Rows of parcels are known from one log position on, until before another, because a figure is asked for at a day and
// as it was known (rule: Two axes).
const known = { known_from: bigint(), known_to: nullable(bigint()) };
const ofSpell = { parcel_name: text(), spell_key: text(), customer_id: int(), line: text<Line>() };

/** The recorded parcel that its figures are folded from. */
export const figureParcelTable = readTable('figure_parcel', {
  columns: { parcel_name: text(), parcel: json<ParcelState>() },
  key: ['parcel_name'],
});

/** Status and price of a spell at the ends of the days [from_day, to_day). */
export const figureStatusTable = readTable('figure_status', {
  columns: {
    ...ofSpell,
    from_day: date(),
    to_day: nullable(date()),
    status: text<Status>(),
    price_cents: bigint(),
    /** Of the spell's first entry, and of its first MEMO. */
    begun_on: date(),
    memo_on: nullable(date()),
    ...known,
  },
  key: ['parcel_name', 'spell_key', 'from_day', 'known_from'],
  questionIndexes: ['(customer_id, from_day)', '(to_day)'],
});

/** When a spell with a memo counts as over, and its price, as ends of the days [from_day, to_day). */
export const figureEndingTable = readTable('figure_ending', {
  columns: {
    ...ofSpell,
    from_day: date(),
    to_day: nullable(date()),
    ended_on: date(),
    sold: boolean(),
    days_to_sale: nullable(int()),
    price_cents: bigint(),
    shape_code: nullable(text()),
    weight: int(),
    ...known,
  },
  key: ['parcel_name', 'spell_key', 'from_day', 'known_from'],
  questionIndexes: ['(ended_on)'],
});

/** What happened to a parcel: its live intents and documents, with the price at the ends of the days [from_day, to_day). */
export const figureMovementTable = readTable('figure_movement', {
  columns: {
    event_id: text(),
    parcel_name: text(),
    customer_id: int(),
    line: text<Line>(),
    type: text<HistoryType>(),
    day: date(),
    from_day: date(),
    to_day: nullable(date()),
    /** The price of its spell; 0 for an entry of no spell. */
    price_cents: bigint(),
    ...known,
  },
  key: ['event_id', 'from_day', 'known_from'],
  indexes: ['(parcel_name)'],
  questionIndexes: ['(day)'],
});

/** Every version of every bill; the amounts of its lines are under `lines_id`. */
export const figureBillTable = readTable('figure_bill', {
  columns: {
    bill_id: text(),
    customer_id: int(),
    month: text(),
    version: int(),
    position: bigint(),
    lines_id: text(),
  },
  key: ['bill_id'],
  questionIndexes: ['(month)'],
});

/** The amounts of a bill's lines, by kind. */
export const figureBillAmountTable = readTable('figure_bill_amount', {
  columns: {
    lines_id: text(),
    kind: text<LineKind>(),
    amount_cents: bigint(),
    trading_system_cents: bigint(),
    house_cents: bigint(),
  },
  key: ['lines_id', 'kind'],
});

/** Parts of a large bill, until the last of them is here and its lines are added up. */
export const figureBillPartTable = readTable('figure_bill_part', {
  columns: { lines_id: text(), part: int(), parts: int(), text: text() },
  key: ['lines_id', 'part'],
});

export const parcelFigureTables = [
  figureParcelTable,
  figureStatusTable,
  figureEndingTable,
  figureMovementTable,
] as const;
export const billFigureTables = [figureBillTable, figureBillAmountTable, figureBillPartTable] as const;

export type StatusRow = ReadRow<typeof figureStatusTable>;
export type EndingRow = ReadRow<typeof figureEndingTable>;
export type MovementRow = ReadRow<typeof figureMovementTable>;
export type BillAmountRow = ReadRow<typeof figureBillAmountTable>;
export type BillPartRow = ReadRow<typeof figureBillPartTable>;
export type RecordedBill = Pick<BillCreated, 'customerId' | 'month' | 'version'>;
