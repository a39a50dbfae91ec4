import { vendorEvents, type VendorEvent } from '#contracts/events/index.ts';
import { loadRows, upsertRows, type ProjectedEvent, type Projection } from '../engine/index.ts';
import { vendorTable } from './tables.ts';
import type { VendorRecord } from './vendor-record.ts';

const PREFIX = 'vendor-';

type VendorState = { readonly record: VendorRecord; readonly changedPosition: number };

/** Vendors with their settings and terms through time (architecture: Projections). */
export const vendorsProjection: Projection<VendorState> = {
  name: 'vendors',
  version: 2,
  tables: [vendorTable],
  streams: [PREFIX],
  keysOf: (event) => [event.stream.slice(PREFIX.length)],
  async load(tx, vendorIds) {
    const rows = await loadRows(tx, vendorTable, 'vendor_id', vendorIds);
    return new Map(
      rows.map((row) => [
        String(row.vendor_id),
        { record: row.record, changedPosition: row.changed_position },
      ]),
    );
  },
  apply(state, event) {
    if (!isVendorEvent(event)) throw new Error(`${event.type} does not belong in ${event.stream}`);
    return { record: evolveVendorRecord(state?.record, event), changedPosition: Number(event.position) };
  },
  save: (tx, changed) =>
    upsertRows(
      tx,
      vendorTable,
      [...changed.values()].map(({ record, changedPosition }) => ({
        vendor_id: record.vendorId,
        name: record.settings.name,
        changed_position: changedPosition,
        record,
      })),
    ),
};

function isVendorEvent(event: ProjectedEvent): event is ProjectedEvent & VendorEvent {
  return Object.hasOwn(vendorEvents, event.type);
}

function evolveVendorRecord(
  record: VendorRecord | undefined,
  event: ProjectedEvent & VendorEvent,
): VendorRecord {
  const recorded = {
    recordedAt: event.metadata.recordedAt,
    position: Number(event.position),
    eventId: event.id,
    by: event.metadata.actor.username,
  };
  if (event.type === 'VendorRegistered') {
    const { vendorId, settings, terms, effectiveAt } = event.data;
    return { vendorId, settings, terms: [{ ...recorded, effectiveAt, changes: terms }], lastFeed: null };
  }
  if (!record) throw new Error(`${event.type} comes before the vendor was registered`);
  switch (event.type) {
    case 'VendorSettingsChanged': {
      const given = Object.entries(event.data.changes).filter(([, value]) => value !== undefined);
      return { ...record, settings: { ...record.settings, ...Object.fromEntries(given) } };
    }
    case 'VendorTermsChanged':
      return {
        ...record,
        terms: [
          ...record.terms,
          { ...recorded, effectiveAt: event.data.effectiveAt, changes: event.data.changes },
        ],
      };
    case 'VendorFeedRead': {
      const { fileHash, rows, listed, reported, effectiveAt: at } = event.data;
      return { ...record, lastFeed: { fileHash, rows, listed, reported, at } };
    }
  }
}
