import { z } from 'zod';

const graded = { order: z.number(), isFancy: z.boolean() };
/** `value` is the code or word that stones carry; `description` is what the house calls it. */
const described = z.array(z.object({ value: z.string(), description: z.string() }));

/**
 * POST /attributes/all (product: Attribute lists). Codes, order and the words that stones carry come with the
 * program; descriptions may be the house's own.
 */
export const attributesReply = z.object({
  shapes: z.array(z.object({ shapeCode: z.string(), description: z.string(), blDescription: z.string() })),
  colours: z.array(z.object({ colour: z.string(), description: z.string(), ...graded })),
  clarities: z.array(z.object({ clarity: z.string(), ...graded })),
  fluorescences: z.array(z.object({ fluorescence: z.string(), description: z.string(), ...graded })),
  grades: z.array(z.object({ grade: z.string(), order: z.number(), gradeSet: z.string() })),
  fancyColours: described,
  fancyOvertones: described,
  fancyIntensities: described,
  tiers: described,
});
export type AttributeLists = z.infer<typeof attributesReply>;
