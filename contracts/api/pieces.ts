import { z } from 'zod';
import { historyEntrySchema, stoneDetailsSchema, stoneSchema } from './stones.ts';

/**
 * A jewellery piece on the wire (product: Jewellery piece): the weight of its stones together in carats,
 * money in dollars. What the caller may not see, or is not known, is left out.
 */
export const pieceSchema = z.object({
  ...stoneSchema.pick({
    parcelName: true,
    weight: true,
    lab: true,
    certNo: true,
    total: true,
    status: true,
    inCart: true,
    tentativeAvailability: true,
    lastAction: true,
    memoDate: true,
    dueDate: true,
    lastUpdated: true,
    vendorId: true,
    location: true,
    photoUrl: true,
    stillPhotoUrl: true,
  }).shape,
  model: z.string().optional(),
  modelDescription: z.string().optional(),
  modelType: z.string().optional(),
  modelSubType: z.string().optional(),
  modelFinish: z.string().optional(),
});
export type Piece = z.infer<typeof pieceSchema>;
export const pieceListSchema = z.array(pieceSchema);

/** A stone set in a piece: its grading, proportions and measurements; it has no name, price or state of its own. */
const componentStoneSchema = stoneSchema.omit({
  parcelName: true,
  vendorId: true,
  total: true,
  ppc: true,
  displayRap: true,
  displayRapPercent: true,
  status: true,
  inCart: true,
  tentativeAvailability: true,
  lastAction: true,
  memoDate: true,
  dueDate: true,
  lastUpdated: true,
  location: true,
  labGrown: true,
  fancyColoured: true,
  virtual: true,
});
export type ComponentStone = z.infer<typeof componentStoneSchema>;

/** POST /jewellery/details (product: Piece details). */
export const pieceDetailsSchema = pieceSchema.extend({
  components: z.array(componentStoneSchema),
  history: z.array(historyEntrySchema),
  actions: stoneDetailsSchema.shape.actions,
  correctable: stoneDetailsSchema.shape.correctable,
});
export type PieceDetails = z.infer<typeof pieceDetailsSchema>;

/** POST /jewellery/rows: the named pieces as they stand in each of the caller's lists now. */
export const pieceRowsReply = z.object({
  available: pieceListSchema,
  customer: pieceListSchema,
  cart: pieceListSchema,
  past: pieceListSchema,
});
export type PieceRowsReply = z.infer<typeof pieceRowsReply>;
