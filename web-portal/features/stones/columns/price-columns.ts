import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { formatPriceOrBlank, formatRapPercent } from '../../../lib/format.ts';
import type { ListColumn } from './list-column.ts';

const rapPercent: ListColumn = {
  id: 'rapPercent',
  label: 'Rap %',
  kind: 'number',
  group: 'perCarat',
  look: 'quiet',
  align: 'right',
  pinned: 'right',
  unit: '%',
  read: (stone) => stone.displayRapPercent,
  print: (stone) => formatRapPercent(stone.displayRapPercent),
  exported: { place: 18, label: 'RAP %', width: 10, format: '0.000' },
};

/** The price list's own figure, for spreadsheets. */
const rap: ListColumn = {
  id: 'rap',
  label: 'RAP',
  kind: 'number',
  exportOnly: true,
  read: (stone) => stone.displayRap,
  print: (stone) => formatPriceOrBlank(stone.displayRap),
  exported: { place: 17, width: 12, format: '#,##0.00' },
};

const money = (id: 'ppc' | 'total', label: string, more: Partial<ListColumn>): ListColumn => ({
  id,
  label,
  kind: 'number',
  align: 'right',
  unit: '$',
  bound: (value) => formatCount(value),
  read: (stone) => stone[id],
  print: (stone) => formatPriceOrBlank(stone[id]),
  ...more,
});

/**
 * Rap % for WHOLESALE and naturals; then Ppc and Total unless prices are hidden (product: Price display; product: Stone
 * table). A piece has no price per carat.
 */
export function prices(showPrices: ShowPrices, line: Line): ListColumn[] {
  if (showPrices === 'NONE') return [];
  return [
    ...(line === 'natural' && showPrices === 'WHOLESALE' ? [rap, rapPercent] : []),
    ...(line === 'jewellery'
      ? []
      : [
          money('ppc', 'Ppc', { name: 'Price per carat', look: 'quiet', pinned: 'right', group: 'perCarat' }),
        ]),
    money('total', 'Total', {
      look: 'strong',
      pinned: 'right',
      exported: { place: 19, label: 'Price', width: 14, format: '#,##0.00' },
    }),
  ];
}
