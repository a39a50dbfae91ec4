import { modelKey } from '#contracts/events/index.ts';
import { closedModels } from '#projections/jewellery/index.ts';
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
  const closed = new Map(parcels.some(({ piece }) => piece !== undefined) ? await closedModels(db) : []);
  return parcels.map((parcel) => {
    const { parcelName, line, piece } = parcel;
    const audience = audienceOfChange(parcel, changes.get(parcelName)!, zone);
    const model = piece?.model === undefined ? undefined : closed.get(modelKey(piece.model));
    const isOffered = audience.public && model?.hidden !== true;
    return { parcelName, line, ...audience, labGrown: model?.labGrown ?? false, public: isOffered };
  });
}
