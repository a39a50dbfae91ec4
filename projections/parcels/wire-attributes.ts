import type { PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import type { ComponentStone, Piece } from '#contracts/api/pieces.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';

type WireAttributes = Omit<StoneAttributes, 'weight'> &
  Pick<Stone, 'weight' | 'labGrown' | 'fancyColoured' | 'virtual'>;
type WirePiece = Omit<
  Piece,
  | 'parcelName'
  | 'total'
  | 'status'
  | 'inCart'
  | 'tentativeAvailability'
  | 'lastAction'
  | 'lastUpdated'
  | 'vendorId'
  | 'location'
>;

/**
 * A stone's attributes as the wire shows them: carats as numbers (rule: Units on the wire). No price, no
 * state, and no shape in words: the house may rename a shape, and the part that serves the stone adds the
 * name.
 */
export function wireAttributes(line: Line, attributes: StoneAttributes): WireAttributes {
  // Object.assign, because this runs for every stone of a rebuild, and copying many keys by spread costs four times as
  // much.
  return Object.assign({}, attributes, {
    weight: inCarats(attributes.weight),
    labGrown: line === 'labGrown',
    fancyColoured: line === 'fancyColour',
    virtual: false as const,
  });
}

/**
 * A jewellery piece's attributes as the wire shows them (product: Jewellery piece), without its component
 * stones: those are for its details.
 */
export function wirePiece(
  { weight, lab, certNo, photoUrl, stillPhotoUrl }: StoneAttributes,
  piece: PieceAttributes | undefined,
): WirePiece {
  const { components: _, ...model } = piece ?? { components: [] };
  return { ...model, weight: inCarats(weight), lab, certNo, photoUrl, stillPhotoUrl };
}

/** A stone set in a piece, as the wire shows it, without its shape in words. */
export function wireComponent(attributes: StoneAttributes): ComponentStone {
  return { ...attributes, weight: inCarats(attributes.weight) };
}

/**
 * A parcel's description as the inside of a JSON object, so that a list of 50,000 stones is put together without
 * parsing one.
 */
export function wireFragment(
  line: Line,
  attributes: StoneAttributes,
  piece: PieceAttributes | undefined,
): string {
  return JSON.stringify(
    line === 'jewellery' ? wirePiece(attributes, piece) : wireAttributes(line, attributes),
  ).slice(1, -1);
}
