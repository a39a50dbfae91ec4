import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { count, tableSheet, words, type TableSheet } from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import { NONE, weightBand } from '../weight-band.ts';
import { lineWords } from './columns.ts';

type Row = {
  line: Line;
  shape: string;
  band: string;
  colour: string;
  clarity: string;
  ended: number;
  sold: number;
  saleDays: number;
};

/** Sell-through and days to sale of the last 12 months (rule: Movements and key figures). */
export function sellThroughSheet({ ended, priceList }: Gathered): TableSheet {
  const groups = new Map<string, Row>();
  for (const spell of ended) {
    const { line, attributes } = spell;
    const { shapeCode: shape = NONE, clarity = NONE } = attributes;
    const colour = attributes.fancyColour ?? attributes.colour ?? NONE;
    const band = weightBand(priceList, spell);
    const key = [line, shape, band, colour, clarity].join('\n');
    const known = groups.get(key) ?? { line, shape, band, colour, clarity, ended: 0, sold: 0, saleDays: 0 };
    groups.set(key, {
      ...known,
      ended: known.ended + 1,
      sold: known.sold + (spell.sold ? 1 : 0),
      saleDays: known.saleDays + (spell.daysToSale ?? 0),
    });
  }
  const rows = [...groups].sort(([one], [other]) => compareText(one, other)).map(([, row]) => row);
  return tableSheet<Row>(
    'Sell-through',
    [
      words('Line', 22, lineWords),
      words('Shape', 9, ({ shape }) => shape),
      words('Weight', 17, ({ band }) => band),
      words('Colour', 12, ({ colour }) => colour),
      words('Clarity', 10, ({ clarity }) => clarity),
      { ...count('Ended', (row) => row.ended), total: true },
      { ...count('Sold', (row) => row.sold), total: true },
      {
        ...count('Sell-through', (row) => row.sold / row.ended),
        kind: 'share',
        formula: (_row, cell) => `${cell('Sold')}/${cell('Ended')}`,
      },
      { ...count('Days to sale, all', (row) => row.saleDays), total: true },
      {
        ...count('Days to sale', (row) => (row.sold === 0 ? null : row.saleDays / row.sold)),
        formula: (row, cell) => (row.sold === 0 ? null : `${cell('Days to sale, all')}/${cell('Sold')}`),
      },
    ],
    rows,
    `Of the stones whose memo ended in the last 12 months; weights as in the price list${priceList ? ` of ${priceList.date}` : ''}.`,
  );
}
