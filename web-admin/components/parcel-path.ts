/** The page of a parcel's two time axes. */
export const parcelPath = (parcelName: string): string => `/parcels/${encodeURIComponent(parcelName)}/show`;
