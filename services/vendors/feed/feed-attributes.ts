import { z } from 'zod';

/**
 * What a vendor's column can stand for (product: Vendor feed column). `vendorDiscount`, the distance from the
 * price list, is for vendors who quote no price of their own (rule: Ranges and numbers).
 */
export const FEED_ATTRIBUTES = [
  'parcelName',
  'lab',
  'certNo',
  'weight',
  'shapeCode',
  'colour',
  'clarity',
  'fluorescence',
  'cut',
  'polish',
  'symmetry',
  'measurements',
  'length',
  'width',
  'height',
  'tablePct',
  'depthPct',
  'crownHeight',
  'crownAngle',
  'pavilionDepth',
  'pavilionAngle',
  'girdlePct',
  'starHalves',
  'pavilionHalves',
  'lightPerformance',
  'photoUrl',
  'photoUrl2',
  'countryOfOrigin',
  'vendorPrice',
  'vendorPpc',
  'vendorDiscount',
  'keyToSymbols',
  'fancyColour',
  'fancyOvertone',
  'fancyIntensity',
  'vendorAvailability',
  'group',
] as const;
export const feedAttributeSchema = z.enum(FEED_ATTRIBUTES);
export type FeedAttribute = z.infer<typeof feedAttributeSchema>;

/** The vendor's heading → the attribute that its column holds. */
export type ColumnMapping = ReadonlyMap<string, FeedAttribute>;

/** What is wrong with one cell, or with a row as a whole (`column` empty). Rows count as a spreadsheet does, headings 1. */
export type FeedProblem = { row: number; column: string; value: string; message: string };

/** The file as a whole cannot be used; nothing was changed. The message names the remedy. */
export class UnreadableFeed extends Error {
  override readonly name = 'UnreadableFeed';
}
