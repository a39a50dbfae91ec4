import type { StoneAttributes } from '#contracts/events/index.ts';
import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import { parcelsArePublished, parcelsOfOthers, type ParcelOfVendor } from '#projections/parcels/index.ts';
import type { StockRecord } from '../feed/decide-stock.ts';
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
  const [asked, named] = [new Set(certificates), new Set(names)];
  const added = [...newElsewhere].flatMap(([parcelName, record]): ParcelOfVendor[] => {
    const certificate = certificateKey(record.attributes) ?? null;
    if (!named.has(parcelName) && !asked.has(certificate ?? '')) return [];
    const { vendorId: owner, attributes, withdrawn } = record;
    return [{ parcelName, vendorId: owner, lab: attributes.lab ?? null, certificate, withdrawn }];
  });
  return [...projected.filter(({ parcelName }) => !newElsewhere.has(parcelName)), ...added];
}

/** Finds one of the parcels by its name, or an offered one by a stone's certificate. */
export type FindElsewhere = {
  named: (parcelName: string) => ParcelOfVendor | undefined;
  certified: (attributes: StoneAttributes) => ParcelOfVendor | undefined;
};

/** Makes many parcels of other vendors quick to look up. Pure. */
export function findElsewhere(stones: readonly ParcelOfVendor[]): FindElsewhere {
  const byName = new Map(stones.map((stone) => [stone.parcelName, stone]));
  const byCertificate = new Map<string, ParcelOfVendor[]>();
  for (const stone of stones) {
    const key = stone.certificate ?? '';
    byCertificate.set(key, [...(byCertificate.get(key) ?? []), stone]);
  }
  return {
    named: (parcelName) => byName.get(parcelName),
    certified: (stone) =>
      byCertificate.get(certificateKey(stone) ?? '')?.find((other) => sharesCertificate(other, stone)),
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
