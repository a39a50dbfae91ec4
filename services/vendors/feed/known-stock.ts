import { parcelStreams } from '#contracts/events/index.ts';
import { createPositions, parkedStreams } from '#projections/engine/index.ts';
import { parcelsArePublished, vendorParcels } from '#projections/parcels/index.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { evolveStock, type StockRecord } from './decide-stock.ts';

/** A vendor's parcels as they stand in the log. */
export type KnownStock = {
  records: ReadonlyMap<string, StockRecord>;
  /** Streams that could not be projected: only the log has the state of these parcels. */
  unsure: ReadonlySet<string>;
};

const PROJECTION = 'parcels';
const PAGE = 5_000;

/**
 * What is listed of a vendor: the read model, and what the log holds since its checkpoint. Where nothing is projected
 * yet that is the whole log.
 */
export async function readKnownStock(
  { db, events }: Pick<CommandContext, 'db' | 'events'>,
  vendorId: number,
): Promise<KnownStock> {
  const records = new Map<string, StockRecord>();
  const unsure = new Set<string>();
  let position = 0n;
  if (await parcelsArePublished(db)) {
    // The checkpoint first: what is written after it is found in the log, and may be in the rows as well.
    position = await createPositions(db, await logIdOf(events)).positionOf([PROJECTION]);
  }
  // Rows that were made from another log have no place in this one.
  if (position > 0n) {
    for (const { stream } of await parkedStreams(db, [PROJECTION])) unsure.add(stream);
    for await (const [name, record] of rowsOf(db, vendorId)) records.set(name, record);
  }
  for await (const recorded of events.readAll({
    after: position,
    filter: { streamPrefixes: [parcelStreams.prefix] },
  })) {
    const name = parcelStreams.keyOf(recorded.stream);
    const fact = parseFact(recorded);
    const record = parcelStreams.has(fact) ? evolveStock(records.get(name), fact) : undefined;
    if (record?.vendorId === vendorId) records.set(name, record);
  }
  return { records, unsure };
}

async function* rowsOf(db: CommandContext['db'], vendorId: number): AsyncGenerator<[string, StockRecord]> {
  let last = '';
  for (;;) {
    const rows = await vendorParcels(db, vendorId, last, PAGE);
    for (const { parcelName, overrideTier, ...row } of rows)
      yield [parcelName, { ...row, vendorId, overrideTier: overrideTier ?? undefined }];
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return;
    last = end.parcelName;
  }
}
