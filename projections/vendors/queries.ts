import { sql } from 'kysely';
import type { VendorTerms } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import type { Db } from '#services/platform/database/index.ts';

/** A vendor; null when there is none of that number. */
export async function vendorById(db: Db, vendorId: number): Promise<VendorRecord | null> {
  const { rows } = await sql<{
    record: VendorRecord;
  }>`select record from read.vendor where vendor_id = ${vendorId}`.execute(db);
  return rows[0]?.record ?? null;
}

/** All vendors by name. */
export async function allVendors(db: Db): Promise<VendorRecord[]> {
  const { rows } = await sql<{
    record: VendorRecord;
  }>`select record from read.vendor order by lower(name), vendor_id`.execute(db);
  return rows.map((row) => row.record);
}

/**
 * The vendor's terms in force at the end of a house day (rule: Vendor terms).
 * @param knownAt only what was recorded up to this log position; everything when left out
 */
export function vendorTermsOf(
  vendor: VendorRecord,
  day: HouseDay,
  zone: string,
  knownAt?: bigint,
): VendorTerms | null {
  const known = vendor.terms.filter((row) => knownAt === undefined || BigInt(row.position) <= knownAt);
  return known.length > 0 ? termsAt(known, day, zone) : null;
}
