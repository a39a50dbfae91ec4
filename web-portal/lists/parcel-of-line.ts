import { MOST_PARCELS } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';

/** A parcel, and the line whose lists it is in. */
export type ParcelOfLine = { line: Line; parcelName: string };

export const ofLine = (line: Line, parcelNames: readonly string[]): ParcelOfLine[] =>
  parcelNames.map((parcelName) => ({ line, parcelName }));

/** The names of each line that has any. */
export const namesByLine = (parcels: readonly ParcelOfLine[]): { line: Line; parcelNames: string[] }[] =>
  LINES.map((line) => ({
    line,
    parcelNames: parcels.filter((parcel) => parcel.line === line).map(({ parcelName }) => parcelName),
  })).filter(({ parcelNames }) => parcelNames.length > 0);

/** As many at a time as one call may name, in their order: what was done of models may be more than was named. */
export const inPortions = <Parcel>(parcels: readonly Parcel[]): Parcel[][] =>
  Array.from({ length: Math.ceil(parcels.length / MOST_PARCELS) }, (_, place) =>
    parcels.slice(place * MOST_PARCELS, (place + 1) * MOST_PARCELS),
  );
