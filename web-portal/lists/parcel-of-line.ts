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
