import type { Stone } from '#contracts/api/stones.ts';
import { shapeName } from '#contracts/vocabulary/grades.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatWeight } from '../../lib/format.ts';

/** Tooltip of a stone whose availability is tentative (specification, section 8). */
export const TENTATIVE_NOTE =
  'This diamond may not be available. We will check for you once your request is placed.';
/** Said before a request with tentatively available stones (specification, section 8). */
export const TENTATIVE_REQUEST_NOTE =
  'Some diamonds may not be available. We will check for you once your request is placed.';

/** Tiers with a brand icon of their own (specification, section 3). */
const BRANDS: readonly string[] = ['Reserve', 'Essentials', 'Disons', 'Kunming', 'Fairway'];

/** The brand whose icon a stone of this tier carries; undefined for the others. */
export const brandOf = (tier: string | undefined): string | undefined =>
  tier !== undefined && BRANDS.includes(tier) ? tier : undefined;

/** The shape in words, by the cut where it is BL (specification, section 3). */
export const shapeNameOf = (stone: Pick<Stone, 'shapeName' | 'shapeCode' | 'cut'>): string | undefined =>
  stone.shapeName ?? (stone.shapeCode && shapeName(stone.shapeCode, stone.cut));

/** '1.51 ct Round D VVS1': the stone's heading. */
export function headingOf(stone: Stone): string {
  const colour = stone.fancyColoured ? (stone.colourText ?? stone.fancyColour) : stone.colour;
  return [`${formatWeight(stone.weight)} ct`, shapeNameOf(stone), colour, stone.clarity]
    .filter(Boolean)
    .join(' ');
}

/** A stone in words, for controls that act on it. */
export const describeStone = (stone: Stone): string => `${stone.parcelName}, ${headingOf(stone)}`;

/** The header of a stone's tab: short cert number, or cert number, or the parcel name (specification, section 2.2). */
export const tabHeaderOf = (stone: Pick<Stone, 'shortCertNo' | 'certNo' | 'parcelName'>): string =>
  stone.shortCertNo || stone.certNo || stone.parcelName;

/** '2 selected, 1.50–1.71 ct, $32,637.61'; without prices where they are hidden. */
export function describeSelection(stones: readonly Stone[]): string {
  const weights = stones.map((stone) => stone.weight);
  const [least, most] = [
    weights.reduce((a, b) => Math.min(a, b), Infinity),
    weights.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
  const range =
    formatWeight(least) === formatWeight(most)
      ? formatWeight(least)
      : `${formatWeight(least)}–${formatWeight(most)}`;
  const total = totalOf(stones);
  return [
    `${stones.length.toLocaleString('en-US')} selected`,
    `${range} ct`,
    ...(total === undefined ? [] : [formatPrice(total)]),
  ].join(', ');
}

/** Dollars of all of them, summed in cents; undefined when no price may be seen. */
export function totalOf(stones: readonly Pick<Stone, 'total'>[]): number | undefined {
  let cents: number | undefined;
  for (const { total } of stones) if (total !== undefined) cents = (cents ?? 0) + Math.round(total * 100);
  return cents === undefined ? undefined : cents / 100;
}
