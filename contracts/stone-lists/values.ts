import type { AttributeLists } from '../api/attributes.ts';

/** A shape's code with the cut BL, which may have another name. */
export const withCutBl = (shapeCode: string): string => `${shapeCode} BL`;

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

type Sides = { length?: number | undefined; width?: number | undefined; height?: number | undefined };

const millimetres = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Length × width × height in millimetres; empty when one is missing. */
export function formatMeasurements({ length, width, height }: Sides): string {
  const sides = [length, width, height].filter((side) => side !== undefined);
  return sides.length === 3 ? sides.map((side) => millimetres.format(side)).join(' × ') : '';
}

/** Length ÷ width; undefined when one is missing. */
export function ratioOf({ length, width }: Sides): number | undefined {
  return length !== undefined && width ? length / width : undefined;
}
