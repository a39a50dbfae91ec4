import type { Random } from '#services/platform/random.ts';
import type { DemoSheet } from './workbook.ts';

const WEIGHTS = ['0.30-0.50', '0.50-0.70', '0.70-1.00', '1.00-1.50', '1.50-2.00', '2.00+'];
const COLOURS = ['D-F', 'G-H', 'I-J'];
const CLARITIES = ['VVS1-VS2', 'SI1-SI2'];
const SHAPES = ['Round', 'Oval'];
const FIRST_COLUMN = 3;
const HEADS = 4;

/**
 * An ideal inventory as a crosstab, a sheet for each store (rule: Crosstab). A store wants most of its stones small and
 * round; a blank cell is no bin, a 0 one that wants none.
 * @param most how many stones of one kind a store wants at most
 */
export function idealSheets(random: Random, stores: readonly string[], most: number): DemoSheet[] {
  return stores.map((name) => ({
    name,
    merges: COLOURS.map((_, index) => {
      const left = FIRST_COLUMN + index * CLARITIES.length;
      return `${letter(left)}${HEADS - 1}:${letter(left + CLARITIES.length - 1)}${HEADS - 1}`;
    }),
    rows: [
      [`Ideal inventory of ${name}`],
      [],
      [null, null, ...COLOURS.flatMap((colour) => [colour, ...CLARITIES.slice(1).map(() => null)])],
      ['Shape', 'Weight Maps', ...COLOURS.flatMap(() => CLARITIES), 'Totals'],
      ...SHAPES.flatMap((shape) =>
        WEIGHTS.map((weight, size) => {
          const pieces = COLOURS.flatMap(() => CLARITIES.map(() => wanted(random, shape, size, most)));
          return [shape, weight, ...pieces, sum(pieces)];
        }),
      ),
      [null, 'Totals'],
    ],
  }));
}

/** How many pieces of a kind a store wants; null for a kind that it does not carry. */
function wanted(random: Random, shape: string, size: number, most: number): number | null {
  const carried = shape === 'Round' ? 0.85 : 0.3;
  if (!random.chance(carried - size * 0.08)) return null;
  return random.chance(0.06) ? 0 : random.int(1, Math.max(1, most - Math.floor(size / 2)));
}

const letter = (column: number): string => String.fromCodePoint(64 + column);

const sum = (pieces: readonly (number | null)[]): number =>
  pieces.reduce<number>((total, count) => total + (count ?? 0), 0);
