import { dayNumber, type ColumnData } from './column-data.ts';
import type { Filter } from './filters.ts';

/** What one column's filter lets pass, by place: 1 passes. */
export type Sifted = { filter: Filter; pass: Uint8Array };

/**
 * What a filter lets pass; the rules stand in `contracts/stone-lists/filters.ts`. A text that goes on from the text before looks only at
 * what passed then: each letter typed costs less than the one before.
 */
export function sift(data: ColumnData, filter: Filter, before?: Sifted): Sifted {
  const pass = new Uint8Array(lengthOf(data));
  if (filter.kind === 'text' && data.kind === 'text') {
    const text = filter.text.trim().toLowerCase();
    const earlier = narrows(filter.text, before);
    for (let place = 0; place < pass.length; place++)
      if (data.blank[place] || ((!earlier || earlier[place]) && data.values[place]!.includes(text)))
        pass[place] = 1;
  } else if (filter.kind === 'choice' && data.kind === 'choice' && filter.values.length > 0) {
    const wanted = Uint8Array.from(data.values, (value) => (filter.values.includes(value) ? 1 : 0));
    for (let place = 0; place < pass.length; place++) pass[place] = wanted[data.codes[place]!]!;
  } else if ((filter.kind === 'range' || filter.kind === 'days') && data.kind === 'number') {
    const [from, to] =
      filter.kind === 'range'
        ? [filter.min, filter.max]
        : [filter.from && dayNumber(filter.from), filter.to && dayNumber(filter.to)];
    const low = typeof from === 'number' ? from : -Infinity;
    const high = typeof to === 'number' ? to : Infinity;
    if (low === -Infinity && high === Infinity) pass.fill(1);
    else
      for (let place = 0; place < pass.length; place++) {
        const value = data.values[place]!;
        pass[place] = value >= low && value <= high ? 1 : 0;
      }
  } else pass.fill(1);
  return { filter, pass };
}

const lengthOf = (data: ColumnData): number =>
  data.kind === 'choice' ? data.codes.length : data.values.length;

/** The rows that passed before, when everything that passes now is among them. */
function narrows(text: string, before: Sifted | undefined): Uint8Array | null {
  if (before?.filter.kind !== 'text') return null;
  return text.trim().toLowerCase().includes(before.filter.text.trim().toLowerCase()) ? before.pass : null;
}
