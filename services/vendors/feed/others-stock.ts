import type { ParcelOfVendor } from '#projections/parcels/index.ts';

/** Listed parcels of other vendors, quick to look up by name and by what certificates are compared by. */
export type OthersStock = {
  named: (parcelName: string) => ParcelOfVendor | undefined;
  certified: (certificate: string) => readonly ParcelOfVendor[];
};

/** Makes many parcels of other vendors quick to look up. Pure. */
export function othersStock(parcels: readonly ParcelOfVendor[]): OthersStock {
  const byName = new Map(parcels.map((parcel) => [parcel.parcelName, parcel]));
  const byCertificate = new Map<string, ParcelOfVendor[]>();
  for (const parcel of parcels) {
    if (parcel.certificate === null) continue;
    const sharing = byCertificate.get(parcel.certificate);
    if (sharing) sharing.push(parcel);
    else byCertificate.set(parcel.certificate, [parcel]);
  }
  return {
    named: (parcelName) => byName.get(parcelName),
    certified: (certificate) => byCertificate.get(certificate) ?? [],
  };
}
