import type { BillCreated } from '#contracts/billing/index.ts';
import { billStream } from '#contracts/events/index.ts';
import { loadRows, upsertRows, type Projection, type ProjectionTx } from '../engine/index.ts';
import { billPartTable, billSchema, billTable } from './schema.ts';

const CUSTOMERS = 'customer-';
const PARTS = billStream('');

/** A bill as recorded, with its place in the log. */
type BillRecord = {
  readonly created: BillCreated;
  readonly eventId: string;
  readonly position: number;
  readonly issuedAt: string;
  readonly issuedBy: string;
};
/** A part of a large bill: of `bill-{partsId}`. */
type PartRecord = { readonly partsId: string; readonly part: number; readonly text: string };

type BillRow = {
  bill_id: string;
  event_id: string;
  position: number;
  issued_at: Date;
  issued_by: string;
  bill: BillCreated;
};
type PartRow = { part_id: string; parts_id: string; part: number; text: string };

const idOf = ({ customerId, month, version }: BillCreated): string => `${customerId} ${month} ${version}`;

/** Parts are written so many at a time, in one statement of some megabytes. */
const PARTS_AT_ONCE = 32;

/**
 * Bills by customer, month and version, and the parts of large ones, each under its own key: the reader of a
 * bill puts it together, so that the order in which their streams are read does not matter (architecture:
 * Projections).
 */
export const billsProjection: Projection<BillRecord | PartRecord> = {
  name: 'bills',
  version: 2,
  schema: billSchema,
  views: [billTable.name, billPartTable.name],
  streams: [CUSTOMERS, PARTS],
  keysOf(event) {
    if (event.type === 'BillCreated') return [idOf(event.data)];
    return event.type === 'BillPartRecorded' ? [`${event.stream} ${event.data.part}`] : [];
  },
  async load(tx, ids) {
    const isPart = (id: string): boolean => id.startsWith(PARTS);
    const bills = await loadRows<BillRow>(
      tx,
      billTable.name,
      'bill_id',
      ids.filter((id) => !isPart(id)),
    );
    const parts = await loadRows<PartRow>(tx, billPartTable.name, 'part_id', ids.filter(isPart));
    return new Map<string, BillRecord | PartRecord>([
      ...bills.map((row) => [row.bill_id, recordOf(row)] as const),
      ...parts.map(
        ({ part_id, parts_id: partsId, part, text }) => [part_id, { partsId, part, text }] as const,
      ),
    ]);
  },
  apply(_state, event) {
    if (event.type === 'BillPartRecorded')
      return {
        partsId: event.stream.slice(PARTS.length),
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
  async save(tx, changed) {
    await upsertRows(
      tx,
      billTable,
      [...changed].flatMap(([id, state]) => ('created' in state ? [billRow(id, state)] : [])),
    );
    await saveParts(
      tx,
      [...changed].flatMap(([id, state]) => ('text' in state ? [partRow(id, state)] : [])),
    );
  },
};

async function saveParts(tx: ProjectionTx, rows: readonly PartRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += PARTS_AT_ONCE)
    await upsertRows(tx, billPartTable, rows.slice(at, at + PARTS_AT_ONCE));
}

const recordOf = ({ bill, event_id, position, issued_at, issued_by }: BillRow): BillRecord => ({
  created: bill,
  eventId: event_id,
  position: Number(position),
  issuedAt: issued_at.toISOString(),
  issuedBy: issued_by,
});

const partRow = (id: string, { partsId, part, text }: PartRecord): PartRow => ({
  part_id: id,
  parts_id: partsId,
  part,
  text,
});

function billRow(id: string, { created, eventId, position, issuedAt, issuedBy }: BillRecord) {
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
