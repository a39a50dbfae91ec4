import type { AttributeLists } from '../api/attributes.ts';
import {
  CLARITIES,
  COLOURS,
  FANCY_COLOURS,
  FANCY_INTENSITIES,
  FANCY_OVERTONES,
  FLUORESCENCES,
  GRADES,
} from './grades.ts';
import { SHAPES } from './shapes.ts';
import { TIER_DESCRIPTIONS, TIERS } from './tiers.ts';

/** The word that stones carry is also what it is called, until the house calls it otherwise. */
const words = (rows: readonly { description: string }[]) =>
  rows.map(({ description }) => ({ value: description, description }));

/** The attribute lists and tiers as they come with the program: what they are called before anyone edits them. */
export const PROGRAM_LISTS: AttributeLists = {
  shapes: [...SHAPES],
  colours: [...COLOURS],
  clarities: [...CLARITIES],
  fluorescences: [...FLUORESCENCES],
  grades: [...GRADES],
  fancyColours: words(FANCY_COLOURS),
  fancyOvertones: words(FANCY_OVERTONES),
  fancyIntensities: words(FANCY_INTENSITIES),
  tiers: TIERS.map((value) => ({ value, description: TIER_DESCRIPTIONS[value] })),
};
