import { parcelStreams, stoneStream, type StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, parcelFold } from '#contracts/lifecycle/index.ts';
import { createPositions, parkedStreams } from '#projections/engine/index.ts';
import {
  parcelsArePublished,
  parcelsOfOthers,
  vendorParcels,
  type VendorParcelRow,
} from '#projections/parcels/index.ts';
import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import { loadStream, parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { pagesAhead } from '#services/platform/pages-ahead.ts';
import { othersStock, type OthersStock } from './others-stock.ts';
import { evolveStock, stockRecord, type StockRecord } from './decide-stock.ts';

/** A listed parcel, and the customer of its open spell. */
export type KnownParcel = StockRecord & { holder: number | null };

/** Listed parcels by name, as they stand in the log. */
export type KnownStock = ReadonlyMap<string, KnownParcel>;

const PROJECTION = 'parcels';
const PAGE = 5_000;
const SIDE_BY_SIDE = 64;

/** Events after which a parcel has the same holder as before. */
const OF_VENDORS: ReadonlySet<StoneEvent['type']> = new Set([
  'StoneListed',
  'StoneDescribed',
  'StoneRepriced',
  'StoneWithdrawn',
  'StoneReinstated',
  'VendorAvailabilityChanged',
]);

/** Events after which a parcel of another vendor may be offered with a certificate that it had not, or no longer. */
const MOVES_A_CERTIFICATE: ReadonlySet<StoneEvent['type']> = new Set([
  'StoneDescribed',
  'StoneWithdrawn',
  'StoneReinstated',
]);

type Reading = Pick<CommandContext, 'db' | 'events' | 'snapshots' | 'clock' | 'zone'>;

/**
 * What is listed of a vendor: the read model, and what the log holds since its checkpoint. Where nothing is projected
 * yet that is the whole log. Beside it what was listed of other vendors since that checkpoint.
 */
export async function readKnownStock(
  context: Reading,
  vendorId: number,
): Promise<{ known: KnownStock; newElsewhere: OthersStock }> {
  const { db } = context;
  const known = new Map<string, KnownParcel>();
  const checkpoint = await checkpointOf(context);
  // Rows that were made from another log have no place in this one.
  if (checkpoint > 0n) {
    const pages = pagesAhead<VendorParcelRow>(PAGE, (last) =>
      vendorParcels(db, vendorId, last?.parcelName ?? '', PAGE),
    );
    for await (const page of pages)
      for (const { parcelName, overrideTier, ...row } of page)
        known.set(parcelName, { ...row, vendorId, overrideTier: overrideTier ?? undefined });
  }
  return { known, newElsewhere: await followTail(context, vendorId, checkpoint, known) };
}

/** What the read model may not have of other vendors: what the log holds since its checkpoint. */
export const readNewElsewhere = async (context: Reading, vendorId: number): Promise<OthersStock> =>
  followTail(context, vendorId, await checkpointOf(context), new Map());

/** Up to where the read model has the log; 0 where it has nothing of this one. Asked for before its rows are read. */
async function checkpointOf({ db, events }: Reading): Promise<bigint> {
  if (!(await parcelsArePublished(db))) return 0n;
  return createPositions(db, await logIdOf(events)).positionOf([PROJECTION]);
}

/** Brings the vendor's known parcels up to the log's end; gives those of other vendors that were met on the way. */
async function followTail(
  context: Reading,
  vendorId: number,
  checkpoint: bigint,
  known: Map<string, KnownParcel>,
): Promise<OthersStock> {
  const { db, events } = context;
  const newElsewhere = new Map<string, StockRecord>();
  // Parcels of which the tail alone does not tell whose they are: the vendor's own are known where they are asked for.
  const unknown = new Set<string>();
  // Parcels whose holder or state only their own stream tells.
  const unsure = new Set<string>();
  if (checkpoint > 0n)
    for (const { stream } of await parkedStreams(db, [PROJECTION])) unsure.add(parcelStreams.keyOf(stream));
  const tail = events.readAll({ after: checkpoint, filter: { streamPrefixes: [parcelStreams.prefix] } });
  for await (const recorded of tail) {
    const name = parcelStreams.keyOf(recorded.stream);
    const fact = parseFact(recorded);
    if (!parcelStreams.has(fact)) continue;
    const before = known.get(name);
    const record = evolveStock(before ?? newElsewhere.get(name), fact);
    if (!record) {
      if (MOVES_A_CERTIFICATE.has(fact.type)) unknown.add(name);
      continue;
    }
    if (record.vendorId !== vendorId) {
      newElsewhere.set(name, record);
      continue;
    }
    known.set(name, { ...record, holder: before?.holder ?? null });
    if (!OF_VENDORS.has(fact.type)) unsure.add(name);
  }
  for (const name of checkpoint > 0n ? await namesOfOthers(db, vendorId, unknown) : unknown) unsure.add(name);
  await inParallel([...unsure], SIDE_BY_SIDE, async (name) => {
    const { state } = await loadStream(context, stoneStream(name), parcelFold);
    const record = stockRecord(state);
    if (record?.vendorId === vendorId)
      known.set(name, { ...record, holder: foldParcel(state, context.zone).customerId });
    else if (record) newElsewhere.set(name, record);
  });
  return othersStock(
    [...newElsewhere].map(([parcelName, { vendorId: owner, attributes, withdrawn }]) => ({
      parcelName,
      vendorId: owner,
      lab: attributes.lab ?? null,
      certificate: certificateKey(attributes) ?? null,
      withdrawn,
    })),
  );
}

/** Those of these names that are of other vendors' parcels. */
async function namesOfOthers(
  db: Reading['db'],
  vendorId: number,
  names: ReadonlySet<string>,
): Promise<string[]> {
  if (names.size === 0) return [];
  const others = await parcelsOfOthers(db, vendorId, { names: [...names], certificates: [] });
  return others.map(({ parcelName }) => parcelName);
}
