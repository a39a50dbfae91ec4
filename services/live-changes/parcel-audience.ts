import { modelKey } from '#contracts/events/index.ts';
import { closedModels } from '#projections/jewellery/index.ts';
import { parcelAudiences, type ParcelAudience as StoredAudience } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';

export type ParcelAudience = Omit<StoredAudience, 'model'> & {
  /** Of a hidden jewellery model: in no customer's Available. */
  hidden: boolean;
};

/** The line and status of each parcel, and every customer that ever had an entry of it, undone ones too. */
export async function parcelAudience(db: Db, names: readonly string[]): Promise<ParcelAudience[]> {
  if (names.length === 0) return [];
  const parcels = await parcelAudiences(db, names);
  const closed = new Map(parcels.some(({ model }) => model !== null) ? await closedModels(db) : []);
  return parcels.map(({ model, ...parcel }) => ({
    ...parcel,
    hidden: (model !== null && closed.get(modelKey(model))?.hidden) ?? false,
  }));
}
