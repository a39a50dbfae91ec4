import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { priceList, PRICE_TABLES, type PriceList, type PriceRow } from '#services/prices/index.ts';

/** Bands by their lower end in thousandths of a carat, with the dollars per carat of a round D IF. */
const BANDS: readonly (readonly [fromWeight: number, dollars: number])[] = [
  [10, 1300],
  [40, 1350],
  [80, 1450],
  [150, 1700],
  [180, 1900],
  [230, 2300],
  [300, 3200],
  [400, 4000],
  [500, 5900],
  [700, 7600],
  [900, 10_800],
  [1000, 16_400],
  [1500, 21_300],
  [2000, 32_500],
  [3000, 54_000],
  [4000, 65_500],
  [5000, 84_000],
  [10_000, 121_000],
];
const LAST_WEIGHT = 100_000;

/** What is left of the price at each grade; lists fall faster near the top of the scale. */
const COLOURS: readonly (readonly [string, number])[] = [
  ['D', 1],
  ['E', 0.88],
  ['F', 0.82],
  ['G', 0.74],
  ['H', 0.65],
  ['I', 0.55],
  ['J', 0.46],
  ['K', 0.38],
  ['L', 0.33],
  ['M', 0.29],
  ['N', 0.25],
];
const CLARITIES: readonly (readonly [string, number])[] = [
  ['IF', 1],
  ['VVS1', 0.87],
  ['VVS2', 0.78],
  ['VS1', 0.71],
  ['VS2', 0.63],
  ['SI1', 0.51],
  ['SI2', 0.42],
  ['SI3', 0.35],
  ['I1', 0.28],
  ['I2', 0.19],
  ['I3', 0.13],
];
const TABLE_FACTOR = { round: 1, pear: 0.84 } as const;

/** Each step down costs less when the other grade is low already: an I1 loses little by its colour. */
function dollarsPerCarat(base: number, colour: number, clarity: number): number {
  const softened = colour * clarity + 0.05 * (1 - colour) * (1 - clarity);
  return Math.max(100, Math.round((base * softened) / 50) * 50);
}

/**
 * The demo's invented price list (rule: Price list data): the same for the same date, in whole $50 a carat.
 */
export function demoPriceList(date: HouseDay): PriceList {
  const rows: PriceRow[] = [];
  for (const table of PRICE_TABLES) {
    BANDS.forEach(([fromWeight, dollars], index) => {
      const toWeight = BANDS[index + 1]?.[0] ?? LAST_WEIGHT;
      for (const [colour, colourFactor] of COLOURS) {
        for (const [clarity, clarityFactor] of CLARITIES) {
          const centsPerCarat =
            100 * dollarsPerCarat(dollars * TABLE_FACTOR[table], colourFactor, clarityFactor);
          rows.push({ table, fromWeight, toWeight, colour, clarity, centsPerCarat });
        }
      }
    });
  }
  return priceList(date, rows);
}
