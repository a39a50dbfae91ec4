import { billVersionKey, type BillCreated, type MovedBill } from '#contracts/billing/index.ts';
import { billPartStreams, customerStreams } from '#contracts/events/index.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import {
  loadRows,
  upsertRows,
  type Projection,
  type ProjectionTx,
  type ReadRow,
  type WrittenRow,
} from '../engine/index.ts';
import { billMovedTable, billPartTable, billTable } from './tables.ts';

const PARTS = billPartStreams.prefix;

/** A bill as recorded, with its place in the log. */
type BillRecord = {
  readonly created: BillCreated;
  readonly eventId: string;
  readonly position: number;
  readonly issuedAt: string;
  readonly issuedBy: string;
};
/** A part of a large bill, from `bill-{partsId}`. */
type PartRecord = { readonly partsId: string; readonly part: number; readonly text: string };

type BillRow = ReadRow<typeof billTable>;
type MovedRow = ReadRow<typeof billMovedTable>;
type PartRow = ReadRow<typeof billPartTable>;

/** The key of moved bills; no stream has this name. */
const MOVED = 'moved ';

/** How many parts are written in one statement of some megabytes. */
const PARTS_AT_ONCE = 32;

/**
 * Bills by customer, month and version, the parts of large ones, and the positions of those that were moved here, each
 * under its own key. The reader of a bill puts them together, so that the order in which their streams are read does
 * not matter.
 */
export const billsProjection: Projection<BillRecord | PartRecord | MovedBill> = {
  name: 'bills',
  version: 3,
  tables: [billTable, billPartTable, billMovedTable],
  streams: [customerStreams.prefix, PARTS],
  keysOf(event) {
    if (event.type === 'BillCreated') return [billVersionKey(event.data)];
    if (event.type === 'BillsMoved') return event.data.bills.map((bill) => `${MOVED}${bill.billEventId}`);
    return event.type === 'BillPartRecorded' ? [`${event.stream} ${event.data.part}`] : [];
  },
  async load(tx, ids) {
    const isPart = (id: string): boolean => id.startsWith(PARTS);
    const isMoved = (id: string): boolean => id.startsWith(MOVED);
    const bills = await loadRows(
      tx,
      billTable,
      'bill_id',
      ids.filter((id) => !isPart(id) && !isMoved(id)),
    );
    const parts = await loadRows(tx, billPartTable, 'part_id', ids.filter(isPart));
    const moved = await loadRows(
      tx,
      billMovedTable,
      'bill_event_id',
      ids.filter(isMoved).map((id) => id.slice(MOVED.length)),
    );
    return new Map<string, BillRecord | PartRecord | MovedBill>([
      ...bills.map((row) => [row.bill_id, recordOf(row)] as const),
      ...parts.map(
        ({ part_id, parts_id: partsId, part, text }) => [part_id, { partsId, part, text }] as const,
      ),
      ...moved.map((row) => [`${MOVED}${row.bill_event_id}`, movedOf(row)] as const),
    ]);
  },
  apply(_state, event, key) {
    if (event.type === 'BillsMoved')
      return event.data.bills.find((bill) => `${MOVED}${bill.billEventId}` === key)!;
    if (event.type === 'BillPartRecorded')
      return {
        partsId: billPartStreams.keyOf(event.stream),
        part: event.data.part,
        text: event.data.text,
      };
    if (event.type !== 'BillCreated') throw new Error(`${event.type} is not of a bill`);
    return {
      created: event.data,
      eventId: event.id,
      position: Number(event.position),
      issuedAt: event.metadata.recordedAt,
      issuedBy: event.metadata.actor.username,
    };
  },
  save(tx, changed) {
    upsertRows(
      tx,
      billTable,
      [...changed].flatMap(([id, state]) => ('created' in state ? [billRow(id, state)] : [])),
    );
    saveParts(
      tx,
      [...changed].flatMap(([id, state]) => ('text' in state ? [partRow(id, state)] : [])),
    );
    upsertRows(
      tx,
      billMovedTable,
      [...changed.values()].flatMap((state) => ('places' in state ? [movedRow(state)] : [])),
    );
  },
};

function saveParts(tx: ProjectionTx, rows: readonly PartRow[]): void {
  for (const some of inPortions(rows, PARTS_AT_ONCE)) upsertRows(tx, billPartTable, some);
}

const recordOf = ({ bill, event_id, position, issued_at, issued_by }: BillRow): BillRecord => ({
  created: bill,
  eventId: event_id,
  position,
  issuedAt: issued_at.toISOString(),
  issuedBy: issued_by,
});

const movedOf = ({ bill_event_id, cut_event_id, places }: MovedRow): MovedBill => ({
  billEventId: bill_event_id,
  cutEventId: cut_event_id,
  places,
});

const movedRow = ({ billEventId, cutEventId, places }: MovedBill): MovedRow => ({
  bill_event_id: billEventId,
  cut_event_id: cutEventId,
  places,
});

const partRow = (id: string, { partsId, part, text }: PartRecord): PartRow => ({
  part_id: id,
  parts_id: partsId,
  part,
  text,
});

function billRow(
  id: string,
  { created, eventId, position, issuedAt, issuedBy }: BillRecord,
): WrittenRow<typeof billTable> {
  return {
    bill_id: id,
    customer_id: created.customerId,
    month: created.month,
    version: created.version,
    total_cents: created.totalCents,
    due_date: created.dueDate,
    issued_at: issuedAt,
    issued_by: issuedBy,
    event_id: eventId,
    position,
    parts_id: created.linesIn?.id ?? null,
    bill: created,
  };
}
