import { z } from 'zod';

/** The attributes that a bin template can name, in the order in which a template without an order of its own has them. */
export const BIN_ATTRIBUTES = [
  'shape',
  'weight',
  'colour',
  'clarity',
  'fluorescence',
  'cut',
  'polish',
  'symmetry',
  'lab',
] as const;
const binAttributeSchema = z.enum(BIN_ATTRIBUTES);
export type BinAttribute = z.infer<typeof binAttributeSchema>;

/** Some values of an attribute's list, as the list writes them (shapes by code), in the list's order. */
const values = z.array(z.string().min(1)).min(1).optional();

/**
 * What a bin takes: a bucket for each attribute; one that is absent takes every value and prints as 'All'. Weights are
 * thousandths of a carat: the bucket a-b holds a ≤ weight < b + 10 (rule: In Bin and Close to).
 */
export const binSpecSchema = z.object({
  shape: values,
  weight: z.object({ minimum: z.int().nonnegative(), maximum: z.int().nonnegative() }).optional(),
  colour: values,
  clarity: values,
  fluorescence: values,
  cut: values,
  polish: values,
  symmetry: values,
  lab: values,
});
export type BinSpec = z.infer<typeof binSpecSchema>;

/** The most pieces that a bin wants or a row of stock has: with far more a plan has no exact optimum. */
export const MOST_QUANTITY = 999_999;
/** Continues a sentence about what was written as a number of pieces. */
export const NO_QUANTITY = 'is not a whole number of pieces up to 999,999';

/** A bin of an ideal inventory: so many stones of a kind in one store (product: Reassortment entities). */
export const idealBinSchema = z.object({
  storeId: z.string().min(1),
  spec: binSpecSchema,
  minQty: z.int().nonnegative(),
  targetQty: z.int().nonnegative(),
  maxQty: z.int().nonnegative(),
  /** What all of the target is worth, in cents; null: not set. */
  targetCents: z.int().nonnegative().nullable(),
});
export type IdealBin = z.infer<typeof idealBinSchema>;

/** The body that `IdealLoaded` and `IdealEdited` name by its hash. */
export const binsBodySchema = z.object({ bins: z.array(idealBinSchema) });
