import { z } from 'zod';
import { parcelNameSchema } from '../events/stone-events.ts';
import { stoneSchema } from './stones.ts';

/**
 * REPLACEMENT: what could stand in for the stone (rule: Replacement score). PAIR: what could be worn beside
 * it (rule: Pairs).
 */
const rankingTypeSchema = z.enum(['REPLACEMENT', 'PAIR']);
export type RankingType = z.infer<typeof rankingTypeSchema>;

/** What a candidate can lose points for; the last three in pairs only. */
const PENALTIES = [
  'shape',
  'lab',
  'weight',
  'colour',
  'clarity',
  'fluorescence',
  'cut',
  'polish',
  'symmetry',
  'price',
  'length',
  'width',
  'depth',
] as const;
export type PenaltyName = (typeof PENALTIES)[number];

/** Only candidates that score under this are shown (rule: Replacement score). */
export const RANK_BELOW = 10;

/** POST {prefix}/similar. `limit`: the best so many only; without it all that score under 10. */
export const similarRequest = z.object({
  parcelName: parcelNameSchema,
  rankingType: rankingTypeSchema.default('REPLACEMENT'),
  limit: z.int().min(1).max(1000).nullish(),
});

/** A candidate with its score, lower is better, and what the score is made of: the amounts sum to the rank. */
const similarStoneSchema = z.object({
  stone: stoneSchema,
  /** Five decimals. */
  rank: z.number(),
  penalties: z.array(z.object({ penalty: z.enum(PENALTIES), amount: z.number() })),
});
export type SimilarStone = z.infer<typeof similarStoneSchema>;
/** Best first; those of one rank in the order of their names. */
export const similarReply = z.array(similarStoneSchema);
