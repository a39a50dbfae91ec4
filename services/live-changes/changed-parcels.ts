import { modelKey } from '#contracts/events/index.ts';
import { hiddenModels } from '#projections/jewellery/index.ts';
import { parcelRecords } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { audienceOfChange, type ParcelChange } from './change-audience.ts';
import type { ChangeNotice } from './change-notice.ts';

/** The changed parcels, each with those who see its change; a piece of a hidden model is in no customer's Available. */
export async function changedParcels(
  db: Db,
  changes: ReadonlyMap<string, ParcelChange>,
  zone: string,
): Promise<NonNullable<ChangeNotice['parcels']>> {
  if (changes.size === 0) return [];
  const parcels = await parcelRecords(db, [...changes.keys()]);
  const hidden = new Set(parcels.some(({ piece }) => piece !== undefined) ? await hiddenModels(db) : []);
  return parcels.map((parcel) => {
    const { parcelName, line, piece } = parcel;
    const audience = audienceOfChange(parcel, changes.get(parcelName)!, zone);
    const isHidden = piece?.model !== undefined && hidden.has(modelKey(piece.model));
    return { parcelName, line, ...audience, public: audience.public && !isHidden };
  });
}
