import { formatCarats } from '../vocabulary/carats.ts';
import { GRADED_VALUES } from '../vocabulary/grades.ts';
import { formatPrice } from '../vocabulary/money.ts';
import type { Desire, DesirePrice } from './desires.ts';

// Apart from the schemas, without which the portal's lists show them.

type Listed = 'shape' | 'colour' | 'clarity' | 'fluorescence' | 'cut' | 'polish' | 'symmetry';

/** A desire as a row of a stone table: every column in words (product: Desire). */
export type DesireRow = Record<Listed | 'weight', string> & {
  desireId: string;
  certNo: typeof SIMILAR_STONES;
  virtual: true;
};

const SIMILAR_STONES = 'Similar Stones';
const ANY = 'All';
/** A range of shapes says nothing. */
const IN_ORDER: Readonly<Record<Listed, readonly string[]>> = { shape: [], ...GRADED_VALUES };

/**
 * How a desire is shown: 'Similar Stones' for its certificate, 'All' for what is not set, ranges as 'a–b': weights
 * ('0.90–1.10', '1.50+', 'up to 0.50') and three or more grades in a row ('D–F, J').
 */
export function desireRow(desire: Pick<Desire, 'desireId' | 'weight' | Listed>): DesireRow {
  const words = (column: Listed): string => listText(desire[column], IN_ORDER[column]);
  return {
    desireId: desire.desireId,
    certNo: SIMILAR_STONES,
    virtual: true,
    weight: weightText(desire.weight),
    shape: words('shape'),
    colour: words('colour'),
    clarity: words('clarity'),
    fluorescence: words('fluorescence'),
    cut: words('cut'),
    polish: words('polish'),
    symmetry: words('symmetry'),
  };
}

/** The shapes of a desire in words, from their codes. */
export const shapesText = (codes: readonly string[], nameOf: (code: string) => string): string =>
  codes.length === 0 ? ANY : codes.map((code) => nameOf(code)).join(', ');

/** A desire's price: '$1,000.00–$2,000.00', or one amount when both ends are the same (product: Desire). */
export function priceRange({ minimum, maximum }: DesirePrice): string {
  return minimum === maximum ? formatPrice(minimum) : `${formatPrice(minimum)}–${formatPrice(maximum)}`;
}

function weightText({ minimum, maximum }: Desire['weight']): string {
  if (minimum === undefined) return maximum === undefined ? ANY : `up to ${formatCarats(maximum)}`;
  if (maximum === undefined) return `${formatCarats(minimum)}+`;
  return minimum === maximum ? formatCarats(minimum) : `${formatCarats(minimum)}–${formatCarats(maximum)}`;
}

const FEWEST_IN_A_RANGE = 3;

/** The values, those that follow each other in the attribute's order as a range. */
function listText(values: readonly string[], order: readonly string[]): string {
  if (values.length === 0) return ANY;
  const runs: string[][] = [];
  for (const value of values.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))) {
    const run = runs.at(-1);
    const place = order.indexOf(value);
    if (run && place > 0 && order[place - 1] === run.at(-1)) run.push(value);
    else runs.push([value]);
  }
  return runs
    .map((run) => (run.length < FEWEST_IN_A_RANGE ? run.join(', ') : `${run[0]}–${run.at(-1)}`))
    .join(', ');
}
