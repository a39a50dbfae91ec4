import type { Stone } from '#contracts/api/stones.ts';
import { headingOf } from '../stone-facts.ts';

/** A card of the confirm-request dialog: a stone, or a desire, a piece, so many of a model. */
export type RequestCard = {
  /** What `onRequest` is given: a parcel name, a desire's id, a model's name. */
  key: string;
  /** '1.51 ct Round D VVS1'. */
  heading: string;
  /** Beneath it, small: 'VTR-104417 · GIA 2467110893'. */
  detail: string;
  /** Desires come after what is really there (specification, section 9: virtual status, then weight, then total). */
  virtual: boolean;
  /** Carats; left out where it says nothing. */
  weight?: number | undefined;
  /** Dollars; left out where prices are hidden or not known. */
  total?: number | undefined;
  /** A price in words instead of `total`: '$1,000.00–$2,000.00', 'Unknown', 'Calculating...'. */
  price?: string | undefined;
  /** Pieces of it; 1 unless a model is requested several times. */
  quantity?: number;
  tentative?: boolean;
  /** What is drawn: a stone's shape, or a piece of jewellery by its type. */
  drawing:
    | { shapeCode: string | undefined; colour?: string | undefined; fancyColour?: string | undefined }
    | { jewellery: string | undefined };
};

/** The card of a stone. */
export const cardOfStone = (stone: Stone): RequestCard => ({
  key: stone.parcelName,
  heading: headingOf(stone),
  detail: [stone.parcelName, [stone.lab, stone.certNo].filter(Boolean).join(' ')].filter(Boolean).join(' · '),
  virtual: stone.virtual,
  weight: stone.weight,
  total: stone.total,
  tentative: stone.tentativeAvailability,
  drawing: { shapeCode: stone.shapeCode, colour: stone.colour, fancyColour: stone.fancyColour },
});
