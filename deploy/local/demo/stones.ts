import type { StoneAttributes } from '#contracts/events/index.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import { HAF_SHAPES } from '#contracts/vocabulary/grades.ts';
import { mulDivRound } from '#contracts/vocabulary/money.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { rapPerCarat, type PriceList } from '#services/prices/index.ts';
import type { Offer } from '#services/vendors/index.ts';
import type { Certificates } from './certificates.ts';
import { gradedBy, labFor } from './lab-grades.ts';
import { proportionsOf } from './proportions.ts';
import type { Random } from '#services/platform/random.ts';

/** What the generators of stones draw from. */
export type Source = { random: Random; certificates: Certificates; prices: PriceList };

const WEIGHTS: readonly (readonly [readonly [number, number], number])[] = [
  [[300, 450], 18],
  [[500, 690], 22],
  [[700, 950], 20],
  [[1000, 1350], 24],
  [[1500, 1900], 9],
  [[2000, 2600], 5],
  [[3000, 4200], 2],
];
const COLOURS = [
  ['D', 8],
  ['E', 12],
  ['F', 15],
  ['G', 18],
  ['H', 16],
  ['I', 13],
  ['J', 9],
  ['K', 5],
  ['L', 3],
  ['M', 1],
] as const;
const CLARITIES = [
  ['FL', 0.5],
  ['IF', 3],
  ['VVS1', 6],
  ['VVS2', 10],
  ['VS1', 19],
  ['VS2', 23],
  ['SI1', 21],
  // No laboratory of the demo grades SI3.
  ['SI2', 15],
  ['I1', 3],
] as const;
const NATURAL_SHAPES = [
  ['RD', 60],
  ['OV', 9],
  ['CU', 6],
  ['EM', 6],
  ['PS', 5],
  ['PR', 4],
  ['RAD', 3],
  ['MQ', 2],
  ['AS', 2],
  ['HS', 1],
  ['XP', 1],
  ['IDC', 1],
  ['IDO', 1],
  ['IDH', 0.5],
] as const;
export const FLUORESCENCES = [
  ['N', 62],
  ['F', 20],
  ['M', 11],
  ['S', 6],
  ['VS', 1],
] as const;
export const FINISHES = [
  ['EX', 74],
  ['VG', 22],
  ['G', 4],
] as const;
export const COUNTRIES = ['Botswana', 'Canada', 'South Africa', 'Namibia', 'Angola', 'Lesotho'];
const DEPARTMENTS = [
  ['New York', 60],
  ['Antwerp', 20],
  ['Mumbai', 12],
  ['Photo studio', 8],
] as const;
const AVAILABILITIES = [
  ['IN_STOCK', 92],
  ['MEMO', 5],
  ['HOLD', 3],
] as const;
const NATURAL_TIERS = [
  ['Essentials', 52],
  ['Reserve', 14],
  ['Disons', 10],
  ['Fairway', 9],
  ['Kunming', 5],
  ['Exceptional', 4],
  ['Unbound', 3],
  ['Freedom', 3],
] as const satisfies readonly (readonly [Tier, number])[];

/** A weight in whole hundredths of a carat, as thousandths. */
export const hundredth = (random: Random, [from, to]: readonly [number, number]): number =>
  random.int(Math.ceil(from / 10), Math.floor(to / 10)) * 10;

function finish(
  random: Random,
  shapeCode: string,
): Pick<StoneAttributes, 'cut' | 'polish' | 'symmetry' | 'haSleeve'> {
  const ideal = HAF_SHAPES.includes(shapeCode);
  const polish = random.weighted(FINISHES);
  const symmetry = random.weighted(FINISHES);
  // Labs grade the cut of rounds only; the ideal shapes have the house's own grade.
  if (shapeCode !== 'RD') return { polish, symmetry, ...(ideal && { cut: 'ID', haSleeve: true }) };
  const cut = random.weighted([
    ['ID', 3],
    ['EX', 66],
    ['VG', 23],
    ['G', 8],
  ] as const);
  return {
    cut,
    polish,
    symmetry,
    ...((cut === 'ID' || (cut === 'EX' && random.chance(0.08))) && { haSleeve: true }),
  };
}

/** What an offer has beside its grading. */
export function stock(random: Random): Pick<Offer, 'vendorAvailability' | 'location'> {
  return { vendorAvailability: random.weighted(AVAILABILITIES), location: random.weighted(DEPARTMENTS) };
}

/** The vendor's cost in whole dollars, as cents: the list price per carat × weight × factor. */
export function costOf(centsPerCarat: number, milliCarats: number, factor: number): number {
  return (
    Math.max(
      1,
      mulDivRound(BigInt(centsPerCarat) * BigInt(milliCarats), Math.round(factor * 10_000), 1_000_000_000),
    ) * 100
  );
}

/** A natural stone: priced below the list by its make (product: Stone). */
export function naturalStone({ random, certificates, prices }: Source, parcelName: string): Offer {
  const shapeCode = random.weighted(NATURAL_SHAPES);
  const weight = hundredth(random, random.weighted(WEIGHTS));
  const usual = random.weighted([
    ['GIA', 82],
    ['FM', 8],
    ['AGS', 4],
    ['HRD', 3],
    ['IGI', 3],
  ] as const);
  const lab = labFor(usual, shapeCode);
  const made = gradedBy(lab, finish(random, shapeCode));
  const grading = {
    weight,
    shapeCode,
    colour: random.weighted(COLOURS),
    clarity: random.weighted(CLARITIES),
  };
  const tier = weight >= 3000 ? 'Exceptional' : random.weighted(NATURAL_TIERS);
  const attributes: StoneAttributes = {
    ...grading,
    lab,
    ...certificates.next(lab),
    ...made,
    fluorescence: random.weighted(FLUORESCENCES),
    tier,
    countryOfOrigin: random.pick(COUNTRIES),
    ...proportionsOf(random, shapeCode, weight),
  };
  const make =
    (made.cut === 'G' ? 0.07 : made.cut === 'VG' ? 0.04 : 0) +
    (attributes.fluorescence === 'S' || attributes.fluorescence === 'VS' ? 0.06 : 0);
  const discount = random.between(0.2, 0.38, 0.005) + make - (made.haSleeve ? 0.06 : 0);
  const list = rapPerCarat(prices, grading) ?? 100_000;
  return {
    parcelName,
    line: 'natural',
    attributes,
    costCents: costOf(list, weight, 1 - discount),
    ...stock(random),
  };
}

/** A lab-grown stone: good grades, at a fraction of the price list. */
export function labGrownStone({ random, certificates, prices }: Source, parcelName: string): Offer {
  const shapeCode = random.weighted([
    ['RD', 50],
    ['OV', 18],
    ['EM', 10],
    ['CU', 8],
    ['PS', 6],
    ['RAD', 5],
    ['PR', 3],
  ] as const);
  const weight = hundredth(
    random,
    random.weighted([
      [[500, 950], 20],
      [[1000, 1500], 35],
      [[1510, 2200], 28],
      [[2500, 3600], 14],
      [[4000, 5200], 3],
    ] as const),
  );
  const lab = random.weighted([
    ['GIA-LG', 60],
    ['IGI', 40],
  ] as const);
  const grading = {
    weight,
    shapeCode,
    colour: random.weighted([
      ['D', 25],
      ['E', 32],
      ['F', 26],
      ['G', 13],
      ['H', 4],
    ] as const),
    clarity: random.weighted([
      ['IF', 3],
      ['VVS1', 12],
      ['VVS2', 24],
      ['VS1', 36],
      ['VS2', 20],
      ['SI1', 5],
    ] as const),
  };
  const attributes: StoneAttributes = {
    ...grading,
    lab,
    ...certificates.next(lab),
    ...gradedBy(lab, finish(random, shapeCode)),
    fluorescence: 'N',
    tier: 'Clarity',
    ...proportionsOf(random, shapeCode, weight),
  };
  const list = rapPerCarat(prices, grading) ?? 100_000;
  // The larger the stone, the further it is from what a natural one costs.
  return {
    parcelName,
    line: 'labGrown',
    attributes,
    costCents: costOf(list, weight, random.between(0.055, 0.085, 0.001) / Math.sqrt(inCarats(weight))),
    ...stock(random),
  };
}
