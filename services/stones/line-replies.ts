import type { z } from 'zod';
import {
  pieceDetailsSchema,
  pieceListSchema,
  pieceRowsReply,
  type Piece,
  type PieceDetails,
} from '#contracts/api/pieces.ts';
import {
  rowsReply,
  stoneDetailsSchema,
  stoneListSchema,
  type RowsReply,
  type Stone,
  type StoneDetails,
} from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';

type Reply<Shape> = z.ZodType<Shape, Shape>;

/** What a line's parcels look like on the wire, (product: Stone). */
export type LineReplies = {
  list: Reply<(Stone | Piece)[]>;
  rows: Reply<RowsReply | z.infer<typeof pieceRowsReply>>;
  details: Reply<StoneDetails | PieceDetails>;
};

const stones: LineReplies = {
  list: stoneListSchema,
  rows: rowsReply,
  details: stoneDetailsSchema,
};
const pieces: LineReplies = {
  list: pieceListSchema,
  rows: pieceRowsReply,
  details: pieceDetailsSchema,
};

/** The three lines of stones share a shape; jewellery has its own. */
export function repliesOf(line: Line): LineReplies {
  return line === 'jewellery' ? pieces : stones;
}
