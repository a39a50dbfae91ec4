import type { LineKind } from '#contracts/billing/index.ts';
import { constantInWords } from '#contracts/vocabulary/words.ts';

/** A line as finance calls it: 'Minimum true-up', 'Rebate reversal'. */
export const lineKindName = (kind: LineKind): string =>
  kind === 'TRUE_UP' ? 'Minimum true-up' : constantInWords(kind);
