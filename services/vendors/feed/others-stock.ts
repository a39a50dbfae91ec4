import { grouped } from '#contracts/vocabulary/grouped.ts';
import type { ParcelOfVendor } from '#projections/parcels/index.ts';

/** Listed parcels of other vendors, quick to look up by name and by what certificates are compared by. */
export type OthersStock = {
  named: (parcelName: string) => ParcelOfVendor | undefined;
  certified: (certificate: string) => readonly ParcelOfVendor[];
};

/** Makes many parcels of other vendors quick to look up. Pure. */
export function othersStock(parcels: readonly ParcelOfVendor[]): OthersStock {
  const byName = new Map(parcels.map((parcel) => [parcel.parcelName, parcel]));
  const byCertificate = grouped(parcels, ({ certificate }) => certificate);
  return {
    named: (parcelName) => byName.get(parcelName),
    certified: (certificate) => byCertificate.get(certificate) ?? [],
  };
}
