import type { Stone } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatRapPercent } from '../../lib/format.ts';
import { measurementsOf, propertiesOf, proportionsOf } from '../../lists/stone-sections.ts';

/** A line of the comparison: a name, a value for each stone, and whether they differ. */
type ComparisonRow = { name: string; values: readonly string[]; differs: boolean };
export type ComparisonSection = { title: string; rows: readonly ComparisonRow[] };

type Facts = readonly (readonly [name: string, value: string | undefined])[];

/** Facts that the user may not see, above all prices, are in no row (rule: Price modes). */
const pricesOf = (stone: Stone): Facts => [
  ['Total', stone.total === undefined ? undefined : formatPrice(stone.total)],
  ['Price per carat', stone.ppc === undefined ? undefined : formatPrice(stone.ppc)],
  ['RAP', stone.displayRap === undefined ? undefined : formatPrice(stone.displayRap)],
  ['RAP %', stone.displayRapPercent === undefined ? undefined : formatRapPercent(stone.displayRapPercent)],
];
const certificateOf = (stone: Stone): Facts => [
  ['Lab', stone.lab],
  ['Certificate', stone.certNo],
];
/** What is compared first. */
const GRADES = ['Weight', 'Colour', 'Clarity', 'Cut', 'Polish', 'Symmetry', 'Fluorescence'];
const SECTIONS: readonly (readonly [string, (stone: Stone) => Facts])[] = [
  ['Grades', (stone) => GRADES.map((name) => propertiesOf(stone).find(([known]) => known === name)!)],
  ['Price', pricesOf],
  ['Properties', (stone) => propertiesOf(stone).filter(([name]) => !GRADES.includes(name))],
  ['Measurements', measurementsOf],
  ['Proportions', proportionsOf],
  ['Certificate', certificateOf],
];

/** Stones side by side: sections of rows, without those that no stone has a value for. */
export function comparisonOf(stones: readonly Stone[]): ComparisonSection[] {
  return SECTIONS.map(([title, factsOf]) => ({ title, rows: rowsOf(stones.map(factsOf)) })).filter(
    ({ rows }) => rows.length > 0,
  );
}

function rowsOf(facts: readonly Facts[]): ComparisonRow[] {
  const [first = []] = facts;
  return first.flatMap(([name], place) => {
    const values = facts.map((own) => own[place]?.[1] ?? '');
    if (values.every((value) => value === '')) return [];
    return [{ name, values, differs: values.some((value) => value !== values[0]) }];
  });
}
