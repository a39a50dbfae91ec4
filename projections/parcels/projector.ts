import type { AnyProjection, Projection, ProjectionTx } from '../engine/index.ts';
import { deleteRows, loadRows, upsertRows, type WrittenRow } from '../engine/index.ts';
import {
  emptyParcel,
  evolveParcel,
  foldParcel,
  isGiaRound,
  type Entry,
  type LiveEntry,
  type ParcelState,
  type ParcelView,
  type Spell,
  stoneFactOf,
} from '#contracts/lifecycle/index.ts';
import { parcelStreams } from '#contracts/events/index.ts';
import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import {
  anomalyTable,
  customerParcelTable,
  historyTable,
  holdingTable,
  parcelTable,
  parcelTables,
} from './tables.ts';
import { parcelOf, storedParcel } from './stored-parcel.ts';
import { wireFragment } from './wire-attributes.ts';

type ParcelRow = WrittenRow<typeof parcelTable>;
type CustomerParcelRow = WrittenRow<typeof customerParcelTable>;
type HistoryRow = WrittenRow<typeof historyTable>;
type HoldingRow = WrittenRow<typeof holdingTable>;

type ProjectedParcel = { parcel: ParcelState; changedPosition: number };

/**
 * Stone list, history and holdings through time, from one fold (architecture: Projections). They are one projection and
 * not three because they are views of the same spells and must never disagree, and because the parcel is loaded and
 * folded once.
 */
export function parcelsProjection(zone: string): AnyProjection {
  const projection: Projection<ProjectedParcel> = {
    name: 'parcels',
    version: 12,
    zone,
    tables: parcelTables,
    streams: [parcelStreams.prefix],
    keysOf: (event) => [parcelStreams.keyOf(event.stream)],
    load: loadParcels,
    apply(state, event, parcelName) {
      return {
        parcel: evolveParcel(state?.parcel ?? emptyParcel(parcelName), stoneFactOf(parcelStreams.own(event))),
        changedPosition: Number(event.position),
      };
    },
    save: (tx, changed) => saveParcels(tx, changed, zone),
  };
  return projection;
}

async function loadParcels(
  tx: ProjectionTx,
  names: readonly string[],
): Promise<Map<string, ProjectedParcel>> {
  const rows = await loadRows(tx, parcelTable, 'parcel_name', names);
  return new Map(
    rows.map((row) => [row.parcel_name, { parcel: parcelOf(row), changedPosition: row.changed_position }]),
  );
}

function saveParcels(tx: ProjectionTx, changed: ReadonlyMap<string, ProjectedParcel>, zone: string): void {
  const parcels: ParcelRow[] = [];
  const customerParcels: CustomerParcelRow[] = [];
  const history: HistoryRow[] = [];
  const holdings: HoldingRow[] = [];
  const anomalies: WrittenRow<typeof anomalyTable>[] = [];
  const withEntries: string[] = [];
  for (const { parcel, changedPosition } of changed.values()) {
    const view = foldParcel(parcel, zone);
    parcels.push(parcelRow(parcel, view, changedPosition));
    if (parcel.entries.length === 0) continue;
    withEntries.push(parcel.parcelName);
    for (const spell of newestSpells(view))
      customerParcels.push(customerParcelRow(parcel, view, spell, changedPosition));
    history.push(...historyRows(parcel, view, zone));
    holdings.push(...view.spells.flatMap((spell) => holdingRows(parcel, spell)));
    for (const anomaly of view.anomalies) {
      anomalies.push({
        parcel_name: parcel.parcelName,
        event_id: anomaly.eventId,
        customer_id: anomaly.customerId,
        reason: anomaly.reason,
      });
    }
  }
  upsertRows(tx, parcelTable, parcels);
  // Undoing or re-dating may remove spells: the fold's result replaces the former rows.
  for (const table of [customerParcelTable, holdingTable, anomalyTable])
    deleteRows(tx, table, 'parcel_name', withEntries);
  upsertRows(tx, customerParcelTable, customerParcels);
  upsertRows(tx, historyTable, history);
  upsertRows(tx, holdingTable, holdings);
  upsertRows(tx, anomalyTable, anomalies);
}

function parcelRow(parcel: ParcelState, view: ParcelView, changedPosition: number): ParcelRow {
  const price = parcel.prices.at(-1);
  return {
    parcel_name: parcel.parcelName,
    line: parcel.line,
    vendor_id: parcel.vendorId,
    listed: parcel.listed,
    status: view.status,
    customer_id: view.customerId,
    cost_cents: price?.costCents ?? 0,
    total_cents: price?.totalCents ?? 0,
    weight: parcel.attributes.weight,
    gia_round: isGiaRound(parcel.line, parcel.attributes),
    fm: parcel.attributes.lab === 'FM',
    shape_code: parcel.attributes.shapeCode,
    colour: parcel.attributes.colour,
    clarity: parcel.attributes.clarity,
    cut: parcel.attributes.cut,
    certificate: certificateKey(parcel.attributes),
    vendor_availability: parcel.vendorAvailability,
    withdrawn: parcel.withdrawn,
    override_tier: parcel.overrideTier,
    location: parcel.location,
    last_updated: parcel.lastRecordedAt,
    changed_position: changedPosition,
    wire: wireFragment(parcel.line, parcel.attributes, parcel.piece),
    ...storedParcel(parcel),
  };
}

/** Each customer's open spell, else its newest one: an invoice may continue a spell older than a withdrawn request. */
function newestSpells(view: ParcelView): Spell[] {
  const openLast = view.spells.toSorted((a, b) => Number(a.end === null) - Number(b.end === null));
  return [...new Map(openLast.map((spell) => [spell.customerId, spell])).values()];
}

function customerParcelRow(
  parcel: ParcelState,
  view: ParcelView,
  spell: Spell,
  changedPosition: number,
): CustomerParcelRow {
  // A repricing is no action: an administrator does it to the spell.
  const last = view.entries.findLast(
    (entry) =>
      entry.type !== 'REPRICING' &&
      entry.customerId === spell.customerId &&
      spell.entryIds.includes(entry.eventId),
  );
  return {
    customer_id: spell.customerId,
    parcel_name: parcel.parcelName,
    line: parcel.line,
    spell_key: spell.key,
    status: spell.status,
    spell_end: spell.end,
    price_cents: spell.frozen.customerPriceCents,
    list_price_cents: spell.frozen.listPriceCents,
    cost_cents: spell.frozen.costCents,
    attributes: spell.frozen.attributes,
    last_action: last!.day,
    changed_position: changedPosition,
  };
}

function historyRows(parcel: ParcelState, view: ParcelView, zone: string): HistoryRow[] {
  const live = new Map<string, LiveEntry>(view.entries.map((entry) => [entry.eventId, entry]));
  return parcel.entries.map((entry) => {
    const counted = live.get(entry.eventId);
    const effectiveAt = counted?.effectiveAt ?? entry.effectiveAt;
    return {
      event_id: entry.eventId,
      parcel_name: parcel.parcelName,
      line: parcel.line,
      customer_id: entry.customerId,
      type: entry.type,
      effective_at: effectiveAt,
      house_day: houseDayOf(effectiveAt, zone),
      recorded_at: entry.recordedAt,
      position: entry.position,
      amount_cents: amountOf(entry),
      live: counted !== undefined,
      corrections: {
        undone: parcel.undone.filter((row) => row.eventId === entry.eventId),
        dateChanges: parcel.dateChanges.filter((row) => row.eventId === entry.eventId),
      },
    };
  });
}

function amountOf(entry: Entry): Cents | null {
  if ('identity' in entry) return entry.amountCents;
  return entry.type === 'REPRICING' ? entry.customerPriceCents : null;
}

function holdingRows(parcel: ParcelState, spell: Spell): HoldingRow[] {
  return spell.days.map(({ from, to, status, customerPriceCents }) => ({
    parcel_name: parcel.parcelName,
    line: parcel.line,
    spell_key: spell.key,
    customer_id: spell.customerId,
    status,
    from_day: from,
    to_day: to,
    price_cents: customerPriceCents,
  }));
}
