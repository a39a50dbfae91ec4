import { expect, test } from 'vitest';
import type { Gathered } from '../gather.ts';
import { reportSheets } from '../combined-report.ts';
import { gatheredOf } from '../testing/gathered.ts';

const held = (since: string): Gathered['held'][number] => ({
  parcelName: 'A-1',
  line: 'natural',
  attributes: { weight: 1010 },
  vendorId: 1,
  location: null,
  costCents: 0,
  customerId: 7,
  spellKey: 'memo-1',
  status: 'CUSTOMER',
  since,
  dueOn: null,
  priceCents: 980_000,
  feeCents: 0,
});

test.each([
  ['2026-11-01', 9],
  ['2026-11-10', 0],
  ['2026-11-11', 0],
])('a stone that is out since %s is out for %s days (rule: Movements and key figures)', (since, expected) => {
  const sheets = reportSheets(gatheredOf({ held: [held(since)] }), { withCost: false });
  const sheet = sheets.find(({ name }) => name === 'Inventory by customer')!;
  const cells = [...sheet.rows()].flat().filter((cell) => cell.formula?.includes('$B$3'));
  expect(cells.map(({ value, formula }) => [value, formula])).toEqual([
    [expected, expect.stringMatching(/^MAX\(0,\$B\$3-[A-Z]+\d+\)$/)],
  ]);
});
