import type { AttributeLists } from '../api/attributes.ts';
import { SHAPES } from '../vocabulary/shapes.ts';

/** A shape's code with the cut BL, which may have another name. */
export const withCutBl = (shapeCode: string): string => `${shapeCode} BL`;

/** The shapes that the program calls otherwise when the cut is BL. */
const NAMED_BY_CUT: ReadonlySet<string> = new Set(
  SHAPES.filter(({ description, blDescription }) => blDescription !== description).map(
    ({ shapeCode }) => shapeCode,
  ),
);

/**
 * The value by which a stone's shape is filtered and sorted: its code, with the cut where that is BL and the program has
 * another name for it. The house's names make no difference, so that what was saved goes on (product: Attribute lists).
 */
export function shapeKeyOf({
  shapeCode,
  cut,
}: {
  shapeCode?: string | undefined;
  cut?: string | undefined;
}): string | undefined {
  return shapeCode !== undefined && cut === 'BL' && NAMED_BY_CUT.has(shapeCode)
    ? withCutBl(shapeCode)
    : shapeCode;
}

/** What the house calls such a value, and the shape's code in it. */
export function shapeKeysOf({ shapes }: Pick<AttributeLists, 'shapes'>) {
  const names = new Map(
    shapes.flatMap(({ shapeCode, description, blDescription }) => [
      [shapeCode, description] as const,
      [withCutBl(shapeCode), blDescription] as const,
    ]),
  );
  return {
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
