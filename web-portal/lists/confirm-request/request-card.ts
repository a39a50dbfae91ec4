import type { Stone } from '#contracts/api/stones.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import type { ListRow } from '../list-row.ts';
import { headingOf, isTentative } from '../stone-facts.ts';

/** A card of the confirm-request dialog: a stone, or a desire, a piece, so many of a model. */
export type RequestCard = {
  /** What `onRequest` is given: a parcel name, a desire's id, a model's name. */
  key: string;
  /** '1.51 ct Round D VVS1'. */
  heading: string;
  /** Beneath it, small: 'VTR-104417 · GIA 2467110893'. */
  detail: string;
  /**
   * Desires come after real stones: by virtual status, then weight, then total (product: Confirm request).
   */
  virtual: boolean;
  /** Carats, of a desire the least, which only its place follows from; left out where it does not apply. */
  weight?: number | undefined;
  /** Dollars of all its pieces; left out where prices are hidden or not known. */
  total?: number | undefined;
  /** A price in words instead of `total`: '$1,000.00–$2,000.00', 'Unknown', 'Calculating...'. */
  price?: string | undefined;
  /** Pieces of it; 1 unless a model is requested several times. */
  quantity?: number;
  /** Pieces of them in stock; a back order counts only when it is filled. */
  onHand?: number;
  /** Dollars of those in stock, where they are not all. */
  onHandTotal?: number | undefined;
  /** More is wanted than is available. */
  beyond?: boolean;
  tentative?: boolean;
  /** Of a parcel: what is not AVAILABLE cannot be requested. */
  status?: Status | undefined;
  /** The drawing: a stone's shape, or a piece of jewellery by its type. */
  drawing:
    | (Pick<Stone, 'colour' | 'fancyColour' | 'fancyIntensity' | 'fancyOvertone'> & {
        shapeCode: string | undefined;
      })
    | { jewellery: string | undefined; subType?: string | undefined; finish?: string | undefined };
};

/** The card of a list's row: a stone, a piece, or a request for similar stones. */
export const cardOfRow = (row: ListRow): RequestCard => ({
  key: row.parcelName,
  heading: headingOf(row),
  detail: detailOf(row),
  virtual: row.virtual,
  weight: row.weight,
  total: row.total,
  price: row.wanted?.price,
  tentative: isTentative(row),
  status: row.virtual ? undefined : row.status,
  drawing: row.piece
    ? { jewellery: row.modelType, subType: row.modelSubType, finish: row.modelFinish }
    : {
        shapeCode: row.shapeCode,
        colour: row.colour,
        fancyColour: row.fancyColour,
        fancyIntensity: row.fancyIntensity,
        fancyOvertone: row.fancyOvertone,
      },
});

function detailOf(row: ListRow): string {
  if (row.wanted) {
    const { cut, polish, symmetry, fluorescence } = row.wanted.words;
    return `Cut ${cut} · Polish ${polish} · Symmetry ${symmetry} · Fluorescence ${fluorescence}`;
  }
  return [row.parcelName, row.piece && row.modelFinish, certificateInWords(row)].filter(Boolean).join(' · ');
}
