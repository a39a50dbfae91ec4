import type { StoneAttributes } from '#contracts/events/index.ts';
import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import { parcelsArePublished, parcelsOfOthers, type ParcelOfVendor } from '#projections/parcels/index.ts';
import type { StockRecord } from '../feed/decide-stock.ts';
import { othersStock, type OthersStock } from '../feed/others-stock.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';

/**
 * Listed parcels of other vendors with one of the names, or the number of one of the stones' certificates.
 * @param newElsewhere those that may be missing in the read model
 */
export async function stonesElsewhere(
  { db }: Pick<CommandContext, 'db'>,
  vendorId: number,
  { names, stones }: { names: readonly string[]; stones: readonly StoneAttributes[] },
  newElsewhere: OthersStock = othersStock([]),
): Promise<ParcelOfVendor[]> {
  const certificates = [...new Set(stones.flatMap((stone) => certificateKey(stone) ?? []))];
  const projected = (await parcelsArePublished(db))
    ? await parcelsOfOthers(db, vendorId, { names, certificates })
    : [];
  const added = new Set([
    ...names.flatMap((name) => newElsewhere.named(name) ?? []),
    ...certificates.flatMap((certificate) => newElsewhere.certified(certificate)),
  ]);
  return [...projected.filter(({ parcelName }) => !newElsewhere.named(parcelName)), ...added];
}

/** Finds one of the parcels by its name, or an offered one by a stone's certificate. */
export type FindElsewhere = {
  named: (parcelName: string) => ParcelOfVendor | undefined;
  certified: (attributes: StoneAttributes) => ParcelOfVendor | undefined;
};

/** Makes many parcels of other vendors quick to look up. Pure. */
export function findElsewhere(stones: readonly ParcelOfVendor[]): FindElsewhere {
  const { named, certified } = othersStock(stones);
  return {
    named,
    certified: (stone) =>
      certified(certificateKey(stone) ?? '').find((other) => sharesCertificate(other, stone)),
  };
}

/** Why a row waits for a person whose certificate another vendor has listed; the end of a sentence about it. */
export const doubtOfCertificate = ({ parcelName, vendorId }: ParcelOfVendor): string =>
  `has the certificate of ${parcelName}, which vendor ${vendorId} listed first: accepting this one withdraws that one, unless a customer has it`;

/** Whether a parcel is offered with the stone's certificate already. */
export const isListedWith = (parcel: StockRecord | null | undefined, stone: StoneAttributes): boolean =>
  !!parcel && !parcel.withdrawn && certificateKey(parcel.attributes) === certificateKey(stone);

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
