import { expect, it } from 'vitest';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { availableReadings } from '#contracts/stone-lists/readings.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { madeOthers } from '../../../testing/made-lines.ts';
import { madeStones } from '../../../testing/made-stones.ts';
import { columnsOf } from './stone-columns.tsx';

const MODES: readonly ShowPrices[] = ['WHOLESALE', 'RETAIL', 'NONE'];
const cases = LINES.flatMap((line) =>
  MODES.flatMap((showPrices) => [true, false].map((lgAllowed) => ({ line, showPrices, lgAllowed }))),
);

/** Saved searches are matched on the server: it must filter by the same columns, and read them alike. */
it.each(cases)('the server reads what the portal filters by: $line $showPrices $lgAllowed', (seen) => {
  const attributes = PROGRAM_LISTS;
  const columns = columnsOf({ ...seen, attributes, kind: 'available', today: '2026-11-20', v360BaseUrl: '' });
  const filtered = columns.filter(({ unfiltered, exportOnly }) => !unfiltered && !exportOnly);
  const readings = availableReadings({ ...seen, attributes });
  expect(Object.keys(readings).sort()).toEqual(filtered.map(({ id }) => id).sort());
  const others = [...madeOthers(12).values()].map(({ parcel }) => parcel);
  for (const row of [...madeStones(30), ...others])
    for (const { id, read } of filtered) expect([id, readings[id]?.(row)]).toEqual([id, read(row)]);
});
