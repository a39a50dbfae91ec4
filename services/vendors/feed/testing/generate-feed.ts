import { random } from '#services/platform/random.ts';
import { CARATS_PER_BOX } from '../check-measurements.ts';

/** Headings of the vendor's feed that example-mapping.json reads. */
const HEADINGS = [
  'Stock #',
  'Shape',
  'Weight',
  'Color',
  'Clarity',
  'Cut Grade',
  'Depth %',
  'Table %',
  'Length',
  'Width',
  'Depth',
  'Price',
];
/** As many rows as the real feed that is read in tests where it is at hand. */
export const FEED_ROWS = 53_940;
/** One row in so many has a measurement of 0.00. */
const FAULTY_EVERY = 2_700;

const WEIGHTS = [
  [30, 45],
  [30, 60],
  [50, 75],
  [70, 95],
  [100, 125],
  [100, 160],
  [200, 250],
] as const;
const COLOURS = ['D', 'E', 'F', 'G', 'H', 'I', 'J'];
const CLARITIES = ['IF', 'VVS1', 'VVS2', 'VS1', 'VS2', 'SI1', 'SI2', 'I1'];

/**
 * A feed of round stones for tests and benchmarks, the same for the same seed: believable gradings, measurements that
 * fit the weights, and, as in real feeds, a few rows with a measurement of 0.00.
 * @returns CSV text, and how many of its rows are good
 */
export function generateFeed(options: { rows?: number; seed?: number } = {}): {
  csv: string;
  goodRows: number;
} {
  const { rows = FEED_ROWS, seed = 1 } = options;
  const numbers = random(seed);
  const lines = [HEADINGS.join(',')];
  let goodRows = 0;
  for (let row = 1; row <= rows; row += 1) {
    const [low, high] = numbers.pick(WEIGHTS);
    const carats = numbers.int(low, high) / 100;
    const depth = numbers.between(59, 63.5, 0.1);
    const diameter = Math.cbrt(carats / CARATS_PER_BOX['RD']! / (depth / 100));
    const faulty = row % FAULTY_EVERY === 0;
    if (!faulty) goodRows += 1;
    const colour = numbers.int(0, COLOURS.length - 1);
    const clarity = numbers.int(0, CLARITIES.length - 1);
    const price =
      Math.round(carats ** 1.6 * 7000 * 0.9 ** colour * 0.87 ** clarity * numbers.between(0.9, 1.1, 0.01)) +
      200;
    lines.push(
      [
        `AW${String(row).padStart(6, '0')}`,
        'ROUND',
        carats,
        COLOURS[colour],
        CLARITIES[clarity],
        numbers.pick(['EX', 'EX', 'VG', 'G', 'F']),
        depth,
        numbers.int(54, 61),
        diameter.toFixed(2),
        (diameter + 0.03).toFixed(2),
        faulty ? '0' : ((diameter * depth) / 100).toFixed(2),
        price,
      ].join(','),
    );
  }
  return { csv: `${lines.join('\n')}\n`, goodRows };
}
