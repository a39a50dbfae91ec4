import type { AttributeLists } from '#contracts/api/attributes.ts';
import { inCarats, thousandthsOf } from '#contracts/vocabulary/carats.ts';
import { isReversed, type Filter, type Filters } from '../../../components/data-table/filters.ts';
import { shapeKeysOf } from '../../../lib/attributes.ts';
import type { DesiredProperties } from '../../../lists/list-row.ts';

/** The similar-stone row appears below this many matches (product: Similar-stone row). */
export const ENOUGH_MATCHES = 3;

/**
 * Cut, polish and symmetry of the similar-stone row when they are not filtered (product: Similar-stone row).
 */
const DEFAULT_GRADES = ['EX', 'VG'];

/** The cut of a shape that is filtered by its name in the cut BL. */
const BRILLIANT = 'BL';

/**
 * What a table's filters ask for, as a desire: the weights, and the chosen values of each grade; cut, polish
 * and symmetry are EX and VG when they are not filtered (product: Similar-stone row), and the cut is BL for shapes chosen
 * in that cut (rule: Similar-stone row). Null where no stone is asked for: without a grading filter, as a name or a
 * number that was typed describes none, and by a minimum weight above the maximum (rule: Similar-stone row).
 */
export function desiredFrom(
  filters: Filters,
  { shapes }: Pick<AttributeLists, 'shapes'>,
): DesiredProperties | null {
  if (!GRADING.some((column) => asksForSomething(filters[column]))) return null;
  const { weight } = filters;
  if (weight?.kind === 'range' && isReversed(weight)) return null;
  const chosen = (column: string, otherwise: readonly string[] = []): string[] => {
    const filter = filters[column];
    return filter?.kind === 'choice' ? filter.values.filter((value) => value !== '') : [...otherwise];
  };
  const { codeOf } = shapeKeysOf({ shapes });
  const shapeKeys = chosen('shape');
  const wanted = shapeKeys.map(codeOf);
  return {
    weight: weightOf(weight),
    shape: shapes.map(({ shapeCode }) => shapeCode).filter((shapeCode) => wanted.includes(shapeCode)),
    colour: chosen('colour'),
    clarity: chosen('clarity'),
    fluorescence: chosen('fluorescence'),
    cut: chosen('cut', cutsOf(shapeKeys, codeOf)),
    polish: chosen('polish', DEFAULT_GRADES),
    symmetry: chosen('symmetry', DEFAULT_GRADES),
  };
}

/** The cut that shapes ask for: one chosen in the cut BL has no stones in another. */
function cutsOf(shapeKeys: readonly string[], codeOf: (key: string) => string): readonly string[] {
  const brilliant = shapeKeys.filter((key) => key !== codeOf(key));
  if (brilliant.length === 0) return DEFAULT_GRADES;
  return brilliant.length === shapeKeys.length ? [BRILLIANT] : [...DEFAULT_GRADES, BRILLIANT];
}

/** The filters that describe a stone. */
const GRADING = ['weight', 'shape', 'colour', 'clarity', 'fluorescence', 'cut', 'polish', 'symmetry'];

function asksForSomething(filter: Filter | undefined): boolean {
  if (filter?.kind === 'range') return Object.keys(weightOf(filter)).length > 0;
  return filter?.kind === 'choice' && filter.values.some((value) => value !== '');
}

/** Weights have at most three decimals; a bound of 0 is none. */
function weightOf(filter: Filter | undefined): DesiredProperties['weight'] {
  if (filter?.kind !== 'range') return {};
  const bound = (value: number | null): number | undefined =>
    value === null || value <= 0 ? undefined : inCarats(thousandthsOf(value));
  const [minimum, maximum] = [bound(filter.min), bound(filter.max)];
  return { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}
