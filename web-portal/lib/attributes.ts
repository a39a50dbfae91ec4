import type { AttributeLists } from '#contracts/api/attributes.ts';
import { withCutBl } from '#contracts/stone-lists/values.ts';

export { shapeKeysOf } from '#contracts/stone-lists/values.ts';

/** Where each value stands in its attribute's order, for sorting; an unknown value comes last. */
export type AttributeOrders = Readonly<
  Record<
    'shape' | 'colour' | 'clarity' | 'fluorescence' | 'cut' | 'polish' | 'symmetry' | 'tier',
    (value: string) => number
  >
>;

/** The orders of the attribute lists (product: Attribute lists). */
export function ordersOf(lists: AttributeLists): AttributeOrders {
  const order = (values: readonly (readonly [string, number])[]) => {
    const places = new Map(values);
    return (value: string): number => places.get(value) ?? Infinity;
  };
  const inPlace = (values: readonly string[]) => order(values.map((value, place) => [value, place] as const));
  const gradesOf = (gradeSet: string) =>
    order(
      lists.grades.filter((row) => row.gradeSet === gradeSet).map((row) => [row.grade, row.order] as const),
    );
  return {
    shape: inPlace(lists.shapes.flatMap(({ shapeCode }) => [shapeCode, withCutBl(shapeCode)])),
    colour: order(lists.colours.map((row) => [row.colour, row.order] as const)),
    clarity: order(lists.clarities.map((row) => [row.clarity, row.order] as const)),
    fluorescence: order(lists.fluorescences.map((row) => [row.fluorescence, row.order] as const)),
    cut: gradesOf('CUT'),
    polish: gradesOf('POLISH'),
    symmetry: gradesOf('SYMMETRY'),
    tier: inPlace(lists.tiers.map((row) => row.value)),
  };
}
