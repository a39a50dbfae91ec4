import { sql } from 'kysely';
import { stoneStream } from '#contracts/events/index.ts';
import { parkedStreams } from '#projections/engine/parked.ts';
import { createPositions } from '#projections/engine/positions.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import type { StockRecord } from './decide-stock.ts';

/** A vendor's parcels as the read model has them. */
export type KnownStock = {
  records: ReadonlyMap<string, StockRecord & { holder: number | null }>;
  /** Streams that the read model may be behind on: only the log can say how these parcels stand. */
  behind: ReadonlySet<string>;
};

const PROJECTION = 'parcels';
const PAGE = 5_000;

/**
 * What is listed of a vendor, quickly: the read model, and the names of the parcels that the log has moved on from
 * since. Where nothing is projected yet every parcel in the log counts as moved on.
 */
export async function readKnownStock({ db, events }: Pick<CommandContext, 'db' | 'events'>, vendorId: number): Promise<KnownStock> {
  const projected = await isProjected(db);
  // The checkpoint first: what is written after it is found in the log, and may be in the rows as well.
  const position = projected ? await createPositions(db).positionOf([PROJECTION]) : 0n;
  const behind = new Set<string>();
  if (projected) for (const { stream } of await parkedStreams(db, [PROJECTION])) behind.add(stream);
  const records = new Map<string, StockRecord & { holder: number | null }>();
  if (projected) for await (const [name, record] of rowsOf(db, vendorId)) records.set(name, record);
  for await (const { stream } of events.readAll({ after: position, filter: { streamPrefixes: [stoneStream('')] } })) behind.add(stream);
  return { records, behind };
}

async function isProjected(db: CommandContext['db']): Promise<boolean> {
  const { rows } = await sql<{ view: string | null }>`select to_regclass('read.parcel')::text as view`.execute(db);
  return rows[0]?.view !== null && rows[0] !== undefined;
}

type Row = {
  parcelName: string; line: StockRecord['line']; costCents: number; totalCents: number; vendorAvailability: string; customerId: number | null;
  attributes: StockRecord['attributes']; withdrawn: boolean;
};

async function* rowsOf(db: CommandContext['db'], vendorId: number): AsyncGenerator<[string, StockRecord & { holder: number | null }]> {
  let last = '';
  for (;;) {
    const { rows } = await sql<Row>`
      select parcel_name as "parcelName", line, cost_cents as "costCents", total_cents as "totalCents", vendor_availability as "vendorAvailability",
        customer_id as "customerId", record->'attributes' as attributes, (record->>'withdrawn')::boolean as withdrawn
      from read.parcel where vendor_id = ${vendorId} and listed and parcel_name > ${last}
      order by parcel_name limit ${PAGE}`.execute(db);
    for (const { parcelName, customerId, ...row } of rows) yield [parcelName, { ...row, vendorId, holder: customerId }];
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    last = end.parcelName;
  }
}
