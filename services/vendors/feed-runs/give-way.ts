import { judgementOf } from '#contracts/vendor/stock-judgements.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import type { ParcelOfVendor } from '#projections/parcels/index.ts';
import { stockNumberOf, type Offer } from '../feed/check-row.ts';
import type { OthersStock } from '../feed/others-stock.ts';
import {
  isHeldNow,
  recordMissing,
  recordReinstated,
  stockNow,
  type StockWriting,
} from '../feed/record-feed.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { currentVendor } from '../require-vendor.ts';
import { newestOffers } from './row-store.ts';
import { lastAppliedRun } from './run-store.ts';
import { hasCertificate, isListedWith, sharesCertificate, stonesElsewhere } from './stones-elsewhere.ts';

const gaveWayTo = (vendorId: number): string =>
  `its certificate is of a stone that the house prefers from vendor ${vendorId}`;

/**
 * Withdraws the parcels of other vendors with the certificate of an offer that a person prefers; false when a customer
 * has one of them, which never gives way: then the others stay too (rule: Classifying rows).
 * @param newElsewhere what the read model may not have of other vendors
 */
export async function freeCertificate(
  context: CommandContext,
  writing: StockWriting,
  { attributes }: Offer,
  newElsewhere?: OthersStock,
): Promise<boolean> {
  const { vendorId } = writing.vendor;
  const asked = { names: [], stones: [attributes] };
  const elsewhere = await stonesElsewhere(context, vendorId, asked, newElsewhere);
  const others = elsewhere.filter((stone) => sharesCertificate(stone, attributes));
  // All or none: where one stays, the others would be withdrawn for nothing.
  for (const { parcelName } of others) if (await isHeldNow(context, parcelName)) return false;
  for (const other of others) {
    const vendor = { ...writing.vendor, vendorId: other.vendorId };
    const outcome = await recordMissing(
      context,
      { ...writing, vendor },
      other.parcelName,
      gaveWayTo(vendorId),
    );
    if (outcome === 'held') return false;
  }
  return true;
}

/**
 * Reinstates the parcels of other vendors that gave way to an offer that was taken back, unless the offer's parcel
 * still has the certificate, a third vendor has listed it, the other vendor no longer has the stone, or a person has
 * rejected it since.
 * @param since when the run that is taken back was applied
 * @param newElsewhere what the read model may not have of other vendors
 */
export async function giveCertificateBack(
  context: CommandContext,
  writing: StockWriting,
  offer: Offer,
  { since, newElsewhere }: { since: Date; newElsewhere: OthersStock },
): Promise<void> {
  const { vendorId } = writing.vendor;
  const { attributes, parcelName } = offer;
  const own = await stockNow(context, parcelName);
  if (isListedWith(own, attributes)) return;
  const asked = { names: [], stones: [attributes] };
  const others = await stonesElsewhere(context, vendorId, asked, newElsewhere);
  if (others.some((stone) => sharesCertificate(stone, attributes))) return;
  for (const other of others.filter((stone) => hasCertificate(stone, attributes)))
    if (await isStillOffered(context, other, since))
      await recordReinstated(context, writing, other.parcelName, gaveWayTo(vendorId));
}

async function isStillOffered(
  context: CommandContext,
  { vendorId, parcelName }: ParcelOfVendor,
  since: Date,
): Promise<boolean> {
  const stockNumber = stockNumberOf(parcelName, (await currentVendor(context, vendorId)).settings.dxPrefix);
  if (judgementOf(await judgementsOf(context, vendorId), stockNumber).status === 'REJECTED') return false;
  const last = await lastAppliedRun(context.db, vendorId);
  if (!last?.appliedAt || last.appliedAt <= since) return true;
  return (await newestOffers(context.db, vendorId, [stockNumber])).length > 0;
}
