import { z } from 'zod';
import { feedAttributeSchema } from './feed-attributes.ts';

/** How a vendor writes numbers (rule: Ranges and numbers); null: as the file itself shows. */
export const feedConventions = z.object({
  decimalSign: z.enum(['POINT', 'COMMA']).nullable(),
  weightUnit: z.enum(['CARATS', 'POINTS']).nullable(),
  discountUnit: z.enum(['PERCENT', 'FRACTION']).nullable(),
  /** BELOW_NEGATIVE: -30 is thirty percent below the price list; BELOW_POSITIVE: 30 is. */
  discountSign: z.enum(['BELOW_NEGATIVE', 'BELOW_POSITIVE']).nullable(),
});
export type FeedConventions = z.infer<typeof feedConventions>;

/** Every convention as the file itself shows it. */
export const AS_FOUND: FeedConventions = {
  decimalSign: null,
  weightUnit: null,
  discountUnit: null,
  discountSign: null,
};

/** A column of the vendor's feed: its heading and what stands under it (product: Vendor feed column). */
export const feedColumnSchema = z.object({
  columnId: z.int().positive(),
  heading: z.string().trim().min(1, 'Give the heading.').max(200, 'Use at most 200 characters.'),
  attribute: feedAttributeSchema,
});
export type FeedColumn = z.infer<typeof feedColumnSchema>;

/** A heading as it is compared, without case and blanks: `Cut Grade` is `CUTGRADE` (rule: Feed mapping). Pure. */
export const plainHeading = (heading: string): string => heading.replace(/\s+/g, '').toUpperCase();

/** How a vendor's files are read (rule: Feed mapping). */
export type FeedMapping = {
  readonly columns: readonly Omit<FeedColumn, 'columnId'>[];
  readonly conventions: FeedConventions;
};
