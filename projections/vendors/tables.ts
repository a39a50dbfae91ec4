import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import { bigint, int, json, readTable, text, type ReadTables } from '../engine/index.ts';

/**
 * A vendor as it is now; `record` is the fold's state, with its terms through time, `changed_position` its last change
 * of settings or terms.
 */
export const vendorTable = readTable('vendor', {
  columns: { vendor_id: int(), name: text(), changed_position: bigint(), record: json<VendorRecord>() },
  key: ['vendor_id'],
});

export type VendorTables = ReadTables<typeof vendorTable>;
