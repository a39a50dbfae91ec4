import type { Desire } from '#contracts/api/desires.ts';
import { listOf } from '../../lib/plain-replies.ts';
import type { ListRow } from '../list-row.ts';
import { rowOfDesire } from '../desire-row.ts';

/** The three lists of desires, by the list of stones that contains them (product: Desire calls). */
export const DESIRE_LISTS = {
  cart: '/inventory/carted_desires',
  customer: '/inventory/open_desires',
  past: '/inventory/closed_desires',
} as const;

/** A list of desires as rows among stones. */
export const readDesireRows = (body: unknown): ListRow[] =>
  listOf<Desire>(body, 'desireId', 'status', 'weight', 'shape').map(rowOfDesire);
