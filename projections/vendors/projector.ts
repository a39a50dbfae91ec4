import { vendorStreams } from '#contracts/events/index.ts';
import { evolveVendor, isVendorEdit, type VendorRecord } from '#contracts/vendor/vendor.ts';
import { loadRecords, upsertRows, type Projection, type RecordedState } from '../engine/index.ts';
import { vendorTable } from './tables.ts';

/** Vendors with their settings and terms through time (architecture: Projections). */
export const vendorsProjection: Projection<RecordedState<VendorRecord>> = {
  name: 'vendors',
  version: 4,
  tables: [vendorTable],
  streams: [vendorStreams.prefix],
  keysOf: (event) => [vendorStreams.keyOf(event.stream)],
  load: (tx, vendorIds) => loadRecords(tx, vendorTable, 'vendor_id', vendorIds, 'record'),
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
