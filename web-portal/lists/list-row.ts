import type { DesireRow } from '#contracts/api/desire-words.ts';
import type { Desire } from '#contracts/api/desires.ts';
import type { Piece } from '#contracts/api/pieces.ts';
import type { Stone } from '#contracts/api/stones.ts';

type PieceFacts = Pick<Piece, 'model' | 'modelDescription' | 'modelType' | 'modelSubType' | 'modelFinish'>;

/** What a virtual row asks for. */
export type Wanted = {
  /** Null for the row that filters make: it is in no list yet. */
  desireId: string | null;
  status: Desire['status'];
  desire: DesiredProperties;
  /** Every column in words. */
  words: DesireRow;
  /** 'Calculating...', 'Unknown' or a range; undefined where no price is asked for. */
  price?: string | undefined;
  /** The stone that filled it. */
  fulfilledBy?: string | undefined;
};

/** A desire as it is sent: an empty list is any value; weights in carats. */
export type DesiredProperties = Pick<
  Desire,
  'weight' | 'shape' | 'colour' | 'clarity' | 'fluorescence' | 'cut' | 'polish' | 'symmetry'
>;

/**
 * A row of any list: a stone, a jewellery piece, or a desire (a virtual row; product: Desire). They differ by
 * the fields they have beside a stone's.
 */
export type ListRow = Stone & Partial<PieceFacts> & { piece?: true; wanted?: Wanted };

/** A piece as a row: it is neither lab-grown nor fancy-coloured, and not virtual. */
export const rowOfPiece = (piece: Piece): ListRow => ({
  ...piece,
  labGrown: false,
  fancyColoured: false,
  virtual: false,
  piece: true,
});

/** The desires among rows. */
export const desiresAmong = (rows: readonly ListRow[]): Wanted[] =>
  rows.flatMap(({ wanted }) => (wanted ? [wanted] : []));

/** The stones and pieces among rows: what has a parcel. */
export const parcelsAmong = <Row extends ListRow>(rows: readonly Row[]): Row[] =>
  rows.filter(({ virtual }) => !virtual);
