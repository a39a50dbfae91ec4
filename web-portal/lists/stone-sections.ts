import type { AttributeLists } from '#contracts/api/attributes.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { colourInWords } from '#contracts/vocabulary/stone-words.ts';
import { formatMillimetres, formatProportion, formatWeight, ratioOf } from '../lib/format.ts';
import { shapeNameOf } from './stone-facts.ts';

/** The facts of a stone for its details, a comparison or a component of a piece. */
type Graded = Omit<
  Stone,
  | 'parcelName'
  | 'status'
  | 'inCart'
  | 'tentativeAvailability'
  | 'lastUpdated'
  | 'labGrown'
  | 'virtual'
  | 'fancyColoured'
> & { fancyColoured?: boolean };

/** A name and its value in words; undefined where it is not known. */
type WordFact = readonly [name: string, value: string | undefined];

const mm = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${formatMillimetres(value)} mm`;
const pct = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${formatProportion(value)} %`;
const degrees = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : `${formatProportion(value)}°`;

/** A tier with its description; the tier alone until the lists have come. */
function tierText(tier: string | undefined, lists: AttributeLists | undefined): string | undefined {
  const known = lists?.tiers.find(({ value }) => value === tier);
  return known ? `${known.value}: ${known.description}` : tier;
}

/** What the house calls a grade of colour; a fancy colour is shown in its report's words. */
const colourText = (stone: Graded, lists: AttributeLists | undefined): string | undefined =>
  lists?.colours.find(({ colour }) => colour === colourInWords(stone))?.description ?? colourInWords(stone);

const fluorescenceText = (
  { fluorescence: graded }: Graded,
  lists: AttributeLists | undefined,
): string | undefined =>
  lists?.fluorescences.find(({ fluorescence }) => fluorescence === graded)?.description ?? graded;

/** Stone Properties in the house's words (product: Stone details); without the lists, by the codes. */
export function propertiesOf(stone: Graded, lists?: AttributeLists): readonly WordFact[] {
  return [
    ['Tier', tierText(stone.tier, lists)],
    ['Weight', `${formatWeight(stone.weight)} ct`],
    ['Shape', shapeNameOf(stone)],
    ['Colour', colourText(stone, lists)],
    ['Clarity', stone.clarity],
    ['Fluorescence', fluorescenceText(stone, lists)],
    ['Cut', stone.cut],
    ['Polish', stone.polish],
    ['Symmetry', stone.symmetry],
    ['Key to symbols', stone.keyToSymbols],
    ['Origin', stone.countryOfOrigin],
  ];
}

/** Proportions (product: Stone details; product: Stone). */
export function proportionsOf(stone: Graded): readonly WordFact[] {
  return [
    ['Table', pct(stone.tablePct)],
    ['Depth', pct(stone.depthPct)],
    ['Girdle', pct(stone.girdlePct)],
    ['Crown height', pct(stone.crownHeight)],
    ['Crown angle', degrees(stone.crownAngle)],
    ['Pavilion depth', pct(stone.pavilionDepth)],
    ['Pavilion angle', degrees(stone.pavilionAngle)],
    ['Star halves', pct(stone.starHalves)],
    ['Pavilion halves', pct(stone.pavilionHalves)],
    ['Light performance', stone.lightPerformance],
    ['Hearts and arrows', stone.haSleeve ? 'Yes' : undefined],
  ];
}

/** Measurements (product: Stone details). */
export function measurementsOf(stone: Graded): readonly WordFact[] {
  const ratio = ratioOf(stone);
  return [
    ['Length', mm(stone.length)],
    ['Width', mm(stone.width)],
    ['Height', mm(stone.height)],
    ['Ratio', ratio === undefined ? undefined : formatMillimetres(ratio)],
  ];
}
