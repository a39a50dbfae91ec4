import type { StoneAttributes } from '#contracts/events/index.ts';
import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import { parcelsArePublished, parcelsOfOthers, type ParcelOfVendor } from '#projections/parcels/index.ts';
import type { OthersStock } from '../feed/known-stock.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';

/**
 * Listed parcels of other vendors with one of the names, or the number of one of the stones' certificates.
 * @param newElsewhere those that may be missing in the read model
 */
export async function stonesElsewhere(
  { db }: Pick<CommandContext, 'db'>,
  vendorId: number,
  { names, stones }: { names: readonly string[]; stones: readonly StoneAttributes[] },
  newElsewhere: OthersStock = new Map(),
): Promise<ParcelOfVendor[]> {
  const certificates = [...new Set(stones.flatMap((stone) => certificateKey(stone) ?? []))];
  const projected = (await parcelsArePublished(db))
    ? await parcelsOfOthers(db, vendorId, { names, certificates })
    : [];
  const added = [...newElsewhere].map(([parcelName, record]): ParcelOfVendor => ({
    parcelName,
    vendorId: record.vendorId,
    lab: record.attributes.lab ?? null,
    certificate: certificateKey(record.attributes) ?? null,
    withdrawn: record.withdrawn,
  }));
  return [...projected.filter(({ parcelName }) => !newElsewhere.has(parcelName)), ...added];
}

/** Whether a parcel that is offered has the stone's certificate. */
export const sharesCertificate = (parcel: ParcelOfVendor, stone: StoneAttributes): boolean =>
  !parcel.withdrawn && hasCertificate(parcel, stone);

/**
 * Whether a parcel has the stone's certificate: laboratory and number, where a blank laboratory matches any
 * (rule: Rows left out).
 */
export function hasCertificate({ lab, certificate }: ParcelOfVendor, stone: StoneAttributes): boolean {
  if (certificate === null || certificate !== certificateKey(stone)) return false;
  return lab === null || stone.lab === undefined || lab === stone.lab;
}
