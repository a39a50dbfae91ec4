import { expect, test } from 'vitest';
import { termsInWords } from './terms.ts';

test.each([
  [
    'terms of customer 7 from Mar 1, 2026: feeRatePpm, hafPct1Ppm, gracePeriodDays',
    'terms of customer 7 from Mar 1, 2026: fee rate, haf pct1, grace period days',
  ],
  ['terms of vendor 2: markupPpm, ourDeploymentCostCents', 'terms of vendor 2: markup, our deployment cost'],
  ['MEMO of feeRatePpmX dated Mar 1, 2026', 'MEMO of feeRatePpmX dated Mar 1, 2026'],
])('%s', (sentence, words) => expect(termsInWords(sentence)).toBe(words));
