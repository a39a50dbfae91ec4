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
