import type { Intent } from '#contracts/vocabulary/statuses.ts';
import type { IntentRules } from './decide-instruction.ts';
import { requesting } from './request-stones.ts';
import { returning } from './return-stones.ts';
import { selling } from './sell-stones.ts';

/** What each intent means for a parcel. */
export const INTENT_RULES: Readonly<Record<Intent, IntentRules>> = {
  REQUEST: requesting,
  RETURN: returning,
  SOLD: selling,
};
