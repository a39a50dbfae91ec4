import type { StoneAttributes } from '#contracts/events/index.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import type { Offer } from '#services/vendors/index.ts';
import { proportionsOf } from './proportions.ts';
import { costOf, COUNTRIES, FINISHES, FLUORESCENCES, hundredth, stock, type Source } from './stones.ts';

/** Dollars per carat of a one-carat Fancy stone by hue, and what an intensity makes of it. */
const HUES = [
  ['Yellow', 4200, 50],
  ['Pink', 24_000, 12],
  ['Blue', 38_000, 5],
  ['Green', 9_000, 7],
  ['Orange', 8_000, 6],
  ['Brown', 1500, 8],
  ['Champagne', 1700, 6],
  ['Grey', 5200, 6],
] as const;
const INTENSITIES = [
  ['Fancy Light', 0.55, 22],
  ['Fancy', 1, 30],
  ['Fancy Intense', 1.9, 28],
  ['Fancy Deep', 1.6, 8],
  ['Fancy Dark', 0.8, 3],
  ['Fancy Vivid', 3.6, 9],
] as const;
/** Hues that a laboratory calls neither intense nor vivid: what is strong in them is dark. */
const MUTED = ['Brown', 'Champagne', 'Grey'];
const MUTED_AS: Readonly<Record<string, string>> = { 'Fancy Intense': 'Fancy', 'Fancy Vivid': 'Fancy Dark' };
const OVERTONES: Readonly<Record<string, readonly string[]>> = {
  Yellow: ['Greenish', 'Orangey', 'Brownish'],
  Pink: ['Purplish', 'Brownish', 'Orangey'],
  Blue: ['Greyish', 'Greenish'],
  Green: ['Yellowish', 'Greyish', 'Bluish'],
  Orange: ['Brownish', 'Yellowish'],
  Brown: ['Yellowish', 'Orangey'],
  Champagne: ['Pinkish'],
  Grey: ['Bluish', 'Greenish'],
};

/**
 * A fancy-colour stone: priced by hue and intensity, as no price list covers it (rule: Total is canonical).
 */
export function fancyColourStone({ random, certificates }: Source, parcelName: string): Offer {
  const [fancyColour, dollars] = random.weighted(HUES.map((hue) => [hue, hue[2]] as const));
  const [drawn, factor] = random.weighted(INTENSITIES.map((intensity) => [intensity, intensity[2]] as const));
  const fancyIntensity = MUTED.includes(fancyColour) ? (MUTED_AS[drawn] ?? drawn) : drawn;
  const fancyOvertone = random.chance(0.3) ? random.pick(OVERTONES[fancyColour] ?? ['Brownish']) : 'None';
  const shapeCode = random.weighted([
    ['RAD', 30],
    ['CU', 30],
    ['OV', 14],
    ['PS', 9],
    ['RD', 8],
    ['EM', 5],
    ['HS', 4],
  ] as const);
  const weight = hundredth(
    random,
    random.weighted([
      [[300, 600], 30],
      [[700, 1100], 36],
      [[1200, 2100], 26],
      [[2500, 4000], 8],
    ] as const),
  );
  const clarity = random.weighted([
    ['IF', 5],
    ['VVS2', 10],
    ['VS1', 22],
    ['VS2', 28],
    ['SI1', 22],
    ['SI2', 13],
  ] as const);
  const attributes: StoneAttributes = {
    weight,
    shapeCode,
    colour: 'FANCY',
    clarity,
    lab: 'GIA',
    ...certificates.next('GIA'),
    polish: random.weighted(FINISHES),
    symmetry: random.weighted(FINISHES),
    fluorescence: random.weighted(FLUORESCENCES),
    tier: 'Reserve',
    countryOfOrigin: random.pick(COUNTRIES),
    fancyColour,
    fancyIntensity,
    fancyOvertone,
    colourText: [fancyIntensity, ...(fancyOvertone === 'None' ? [] : [fancyOvertone]), fancyColour].join(' '),
    ...proportionsOf(random, shapeCode, weight),
  };
  const size = Math.sqrt(inCarats(weight));
  const share = factor * size * (fancyOvertone === 'None' ? 1 : 0.75) * random.between(0.85, 1.15, 0.01);
  return {
    parcelName,
    line: 'fancyColour',
    attributes,
    costCents: costOf(dollars * 100, weight, share),
    ...stock(random),
  };
}
