import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IdealBin } from '#contracts/reassortment/bin-spec.ts';
import { workbookBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { readFile } from '#services/platform/workbooks/read-file.ts';
import { SHEET_LIMITS } from '#services/platform/workbooks/sheet.ts';
import { readIdeal } from './read-ideal.ts';
import { anyCrosstab, inOrder } from './testing/any-crosstab.ts';

const written = (bins: readonly IdealBin[]): string[] =>
  bins.map((bin) => JSON.stringify({ ...bin, spec: inOrder(bin.spec) })).toSorted();

test('crosstabs made from random ideals are read back to the same bins (rule: Crosstab)', async () => {
  await fc.assert(
    fc.asyncProperty(anyCrosstab, async ({ stores, bins, fill }) => {
      fc.pre(bins.length > 0);
      const read = readIdeal(await readFile(await workbookBytes(fill), SHEET_LIMITS), stores);
      if ('faults' in read) throw new Error(JSON.stringify(read.faults.slice(0, 5)));
      expect(written(read.ideal.bins)).toEqual(written(bins));
    }),
    { numRuns: 100 },
  );
});
