import { sql, type RawBuilder } from 'kysely';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import { inOrderOfNames, type Db } from '#services/platform/database/index.ts';
import type { VendorTables } from './tables.ts';

const read = (db: Db) => db.withTables<VendorTables>();

/** A vendor; null for an unknown number. */
export async function vendorById(db: Db, vendorId: number): Promise<VendorRecord | null> {
  const vendor = await read(db)
    .selectFrom('read.vendor')
    .select('record')
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst();
  return vendor?.record ?? null;
}

/** The same with the log position of its last change of settings or terms. */
export async function vendorWithVersion(
  db: Db,
  vendorId: number,
): Promise<{ record: VendorRecord; version: string } | null> {
  const vendor = await read(db)
    .selectFrom('read.vendor')
    .select(['record', 'changed_position'])
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst();
  return vendor ? { record: vendor.record, version: String(vendor.changed_position) } : null;
}

/** The highest number of a vendor; 0 without vendors. */
export async function highestVendorNumber(db: Db): Promise<number> {
  const row = await read(db)
    .selectFrom('read.vendor')
    .select(({ fn }) => fn.max<number | null>('vendor_id').as('highest'))
    .executeTakeFirst();
  return row?.highest ?? 0;
}

/** All vendors by name. */
export async function allVendors(db: Db): Promise<VendorRecord[]> {
  const vendors = await read(db)
    .selectFrom('read.vendor')
    .select('record')
    .orderBy(inOrderOfNames(sql.ref('name')))
    .orderBy('vendor_id')
    .execute();
  return vendors.map((vendor) => vendor.record);
}

/** When each vendor's feed was read last, as part of a larger query; vendors without a feed are left out. */
export const lastFeeds = (db: Db) =>
  read(db)
    .selectFrom('read.vendor')
    .select(['vendor_id as vendorId', readAt.as('at')])
    .where(readAt, 'is not', null);

const readAt = sql<Instant>`record #>> '{lastFeed,at}'`;

/** Vendors' names, to join with plain tables: `left join ${vendorNames} as vendor on vendor.vendor_id = …`. */
export const vendorNames: RawBuilder<unknown> = sql`(select vendor_id, name from read.vendor)`;
