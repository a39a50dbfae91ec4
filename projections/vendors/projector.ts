import { vendorStreams } from '#contracts/events/index.ts';
import { evolveVendor, isVendorEdit, type VendorRecord } from '#contracts/vendor/vendor.ts';
import { loadRows, upsertRows, type Projection } from '../engine/index.ts';
import { vendorTable } from './tables.ts';

type VendorState = { readonly record: VendorRecord; readonly changedPosition: number };

/** Vendors with their settings and terms through time (architecture: Projections). */
export const vendorsProjection: Projection<VendorState> = {
  name: 'vendors',
  version: 4,
  tables: [vendorTable],
  streams: [vendorStreams.prefix],
  keysOf: (event) => [vendorStreams.keyOf(event.stream)],
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
    const own = vendorStreams.own(event);
    const changedPosition = state && !isVendorEdit(own) ? state.changedPosition : Number(event.position);
    return { record: evolveVendor(state?.record, own), changedPosition };
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
