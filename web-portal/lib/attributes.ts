import type { AttributeLists } from '#contracts/api/attributes.ts';

/** Where each value stands in its attribute's order, for sorting; an unknown value comes last. */
export type AttributeOrders = Readonly<
  Record<
    'shape' | 'colour' | 'clarity' | 'fluorescence' | 'cut' | 'polish' | 'symmetry' | 'tier',
    (value: string) => number
  >
>;

const withCutBl = (shapeCode: string): string => `${shapeCode} BL`;

/**
 * The value by which a stone's shape is filtered and sorted, independent of its name: its code; with the cut
 * where it is BL and has another name then (product: Attribute lists).
 */
export function shapeKeysOf({ shapes }: Pick<AttributeLists, 'shapes'>) {
  const rows = new Map(shapes.map((row) => [row.shapeCode, row]));
  const names = new Map(
    shapes.flatMap(({ shapeCode, description, blDescription }) => [
      [shapeCode, description] as const,
      [withCutBl(shapeCode), blDescription] as const,
    ]),
  );
  return {
    keyOf({ shapeCode, cut }: { shapeCode?: string | undefined; cut?: string | undefined }) {
      const row = shapeCode === undefined ? undefined : rows.get(shapeCode);
      const differs = cut === 'BL' && row && row.blDescription !== row.description;
      return shapeCode !== undefined && differs ? withCutBl(shapeCode) : shapeCode;
    },
    nameOf: (key: string): string => names.get(key) ?? key,
    codeOf: (key: string): string => key.replace(/ BL$/, ''),
  };
}

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
