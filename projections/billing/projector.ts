import type { BillCreated } from '#contracts/billing/index.ts';
import { loadRows, upsertRows, type Projection } from '../engine/index.ts';
import { billSchema, billTable } from './schema.ts';

const PREFIX = 'customer-';

/** A bill as recorded, with its place in the log. */
export type BillRecord = {
  readonly created: BillCreated;
  readonly eventId: string;
  readonly position: number;
  readonly issuedAt: string;
  readonly issuedBy: string;
};

type BillRow = {
  bill_id: string;
  event_id: string;
  position: number;
  issued_at: Date;
  issued_by: string;
  bill: BillCreated;
};

const idOf = ({ customerId, month, version }: BillCreated): string => `${customerId} ${month} ${version}`;

/** Bills by customer, month and version (design, section 3). */
export const billsProjection: Projection<BillRecord> = {
  name: 'bills',
  version: 1,
  schema: billSchema,
  views: [billTable.name],
  streams: [PREFIX],
  keysOf: (event) => (event.type === 'BillCreated' ? [idOf(event.data)] : []),
  async load(tx, ids) {
    const rows = await loadRows<BillRow>(tx, billTable.name, 'bill_id', ids);
    return new Map(
      rows.map((row) => [
        row.bill_id,
        {
          created: row.bill,
          eventId: row.event_id,
          position: Number(row.position),
          issuedAt: row.issued_at.toISOString(),
          issuedBy: row.issued_by,
        },
      ]),
    );
  },
  apply(_state, event) {
    if (event.type !== 'BillCreated') throw new Error(`${event.type} is not of a bill`);
    return {
      created: event.data,
      eventId: event.id,
      position: Number(event.position),
      issuedAt: event.metadata.recordedAt,
      issuedBy: event.metadata.actor.username,
    };
  },
  save: (tx, changed) =>
    upsertRows(
      tx,
      billTable,
      [...changed].map(([id, { created, eventId, position, issuedAt, issuedBy }]) => ({
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
        vendor_ids: [
          ...new Set(created.lines.flatMap((line) => line.vendorParts.map((part) => part.vendorId))),
        ],
        bill: created,
      })),
    ),
};
