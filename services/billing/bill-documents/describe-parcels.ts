import type { PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { stoneInWords } from '#contracts/vocabulary/stone-words.ts';
import { parcelDescriptions } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/** A description of each of these parcels, by name; unknown parcels are left out. */
export async function describeParcels(
  { db, shapeName }: { db: Db; shapeName: () => Promise<ShapeName> },
  parcelNames: readonly string[],
): Promise<Map<string, string>> {
  const names = [...new Set(parcelNames)];
  if (names.length === 0) return new Map();
  const parcels = await parcelDescriptions(db, names);
  const called = await shapeName();
  return new Map(parcels.map((parcel) => [parcel.parcelName, parcelWords(parcel, called)]));
}

/** A description of a parcel: a piece of jewellery or a stone. */
export const parcelWords = (
  { attributes, piece }: { attributes: StoneAttributes; piece?: PieceAttributes | null | undefined },
  shapeName: ShapeName,
): string => (piece ? pieceWords(piece) : stoneWords(attributes, shapeName));

/** '1.51 ct Round F VS1, GIA 2141234567'. */
export function stoneWords(stone: StoneAttributes, shapeName: ShapeName): string {
  const words = stoneInWords(stone, shapeName);
  const certificate = [stone.lab, stone.certNo].filter(Boolean).join(' ');
  return certificate === '' ? words : `${words}, ${certificate}`;
}

/** 'Halo ring in platinum', or 'Halo ring, Platinum' where the description does not say so. */
export function pieceWords({ model, modelDescription, modelFinish }: PieceAttributes): string {
  const words = modelDescription ?? model;
  const finishNamed = modelFinish === undefined || words.toLowerCase().includes(modelFinish.toLowerCase());
  return finishNamed ? words : `${words}, ${modelFinish}`;
}
