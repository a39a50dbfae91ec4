import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { COLOURS, GRADED_VALUES } from '#contracts/vocabulary/grades.ts';
import { hasCutGrade } from '#contracts/vocabulary/shapes.ts';

/** The graded attributes that are compared by steps, in the order of the penalties. */
export const GRADED = ['colour', 'clarity', 'fluorescence', 'cut', 'polish', 'symmetry'] as const;
type Graded = (typeof GRADED)[number];

/**
 * What matching needs of a stone, as whole numbers: comparing two is adding up, and what decides is exact. Tens of
 * thousands are kept in memory and looked through for one question, so that grades are places in their lists, and all
 * of them one number.
 */
export type ComparableStone = {
  parcelName: string;
  line: Line;
  /** '' where the stone has none. */
  shapeCode: string;
  lab: string;
  /** Thousandths of a carat. */
  weight: number;
  /** Places of the graded attributes, packed: `placeIn` takes them out. */
  grades: number;
  /** Thousandths of a millimetre, thousandths of a percent: finer than any laboratory measures; 0 when unknown. */
  length: number;
  width: number;
  depth: number;
};

/** A comparable stone that may be requested now, with its list price and what prices and access depend on. */
export type AvailableStone = ComparableStone & { listCents: Cents; fm: boolean };

/** The only values that are fancy: no list but that of colours has one. */
const FANCY: readonly string[] = COLOURS.filter(({ isFancy }) => isFancy).map(({ colour }) => colour);

/** The place of a grade that stones of a shape do not have: behind the list's last. */
export const noGrade = (name: Graded): number => GRADED_VALUES[name].length + 1;

/** A step in half points: 1 for colour and clarity, 0.5 for the others (rule: Replacement score). */
const STEP: Readonly<Record<Graded, number>> = {
  colour: 2,
  clarity: 2,
  fluorescence: 1,
  cut: 1,
  polish: 1,
  symmetry: 1,
};

const PLACES = GRADED.map((name) => new Map(GRADED_VALUES[name].map((value, index) => [value, index + 1])));

/**
 * Half points by attribute, place of the source and place of the candidate. A fancy against a non-fancy value
 * costs the list's length in steps (rule: Replacement score). So does a candidate's unknown grade against a
 * known one: nothing shows that it is near. What is unknown of the source is not compared, and costs every
 * candidate the same: nothing. So does a grade that the candidate's shape does not have (`noGrade`).
 */
export const HALF_POINTS: readonly (readonly (readonly number[])[])[] = GRADED.map((name) => {
  const values = GRADED_VALUES[name];
  const none = noGrade(name);
  const steps = (from: number, to: number): number => {
    if (from === 0 || from === none || to === none) return 0;
    const [source, candidate] = [values[from - 1], values[to - 1]];
    return !source || !candidate || FANCY.includes(source) !== FANCY.includes(candidate)
      ? values.length
      : Math.abs(from - to);
  };
  const places = Array.from({ length: none + 1 }, (_, place) => place);
  return places.map((from) => places.map((to) => steps(from, to) * STEP[name]));
});

/** A stone reduced to what matching compares. */
export function comparableOf(
  parcelName: string,
  line: Line,
  attributes: Omit<StoneAttributes, 'tier'>,
): ComparableStone {
  const { weight, shapeCode = '', lab = '', length, width, depthPct } = attributes;
  return {
    parcelName,
    line,
    shapeCode,
    lab,
    weight,
    grades: GRADED.reduce(
      (packed, name, index) => packed | (placeIfAny(index, attributes[name], shapeCode) << (BITS * index)),
      0,
    ),
    length: thousandths(length),
    width: thousandths(width),
    depth: thousandths(depthPct),
  };
}

/** A grade's place takes this many bits: no list has more than 30 values, and six of them fit in what a number shifts. */
const BITS = 5;
const ONE_PLACE = (1 << BITS) - 1;

/** The place in the list of the attribute at `index` of `GRADED`, from 1; 0 when the stone is not graded. */
export function placeIn(grades: number, index: number): number {
  return (grades >> (BITS * index)) & ONE_PLACE;
}

/** The place of a value in the list of the attribute at `index` of `GRADED`; 0 when there is none. */
export function placeOf(index: number, value: string | undefined): number {
  return value === undefined ? 0 : (PLACES[index]?.get(value) ?? 0);
}

/** `placeOf`, as opposed to a blank grade of a shape that has none (rule: Replacement score). */
function placeIfAny(index: number, value: string | undefined, shapeCode: string): number {
  const name = GRADED[index];
  const blank = value === undefined || value === '';
  return name === 'cut' && blank && shapeCode !== '' && !hasCutGrade(shapeCode)
    ? noGrade(name)
    : placeOf(index, value);
}

function thousandths(value: number | undefined): number {
  return value === undefined ? 0 : Math.round(value * 1000);
}
