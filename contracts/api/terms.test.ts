import { expect, test } from 'vitest';
import { termsInWords } from './terms.ts';

test.each([
  [
    'terms of customer 7 from 2026-03-01: feeRatePpm, hafPct1Ppm, gracePeriodDays',
    'terms of customer 7 from 2026-03-01: fee rate, haf pct1, grace period days',
  ],
  ['terms of vendor 2: markupPpm, ourDeploymentCostCents', 'terms of vendor 2: markup, our deployment cost'],
  ['MEMO of feeRatePpmX dated 2026-03-01', 'MEMO of feeRatePpmX dated 2026-03-01'],
])('%s', (sentence, words) => expect(termsInWords(sentence)).toBe(words));
