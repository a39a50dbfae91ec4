export type ShapeRow = { shapeCode: string; description: string; blDescription: string };

const shape = (shapeCode: string, description: string, blDescription = description): ShapeRow => ({
  shapeCode,
  description,
  blDescription,
});

/** The shapes (product: Attribute lists); `blDescription` is used when the cut is BL. */
export const SHAPES: readonly ShapeRow[] = [
  shape('RD', 'Round', 'Round Brilliant'),
  shape('OV', 'Oval', 'Oval Brilliant'),
  shape('CU', 'Cushion', 'Cushion Brilliant'),
  shape('EM', 'Emerald'),
  shape('AS', 'Asscher'),
  shape('MQ', 'Marquise', 'Marquise Brilliant'),
  shape('PS', 'Pear', 'Pear Brilliant'),
  shape('PR', 'Princess'),
  shape('HS', 'Heart', 'Heart Brilliant'),
  shape('RAD', 'Radiant'),
  shape('XP', 'Ideal Princess'),
  shape('IDC', 'Ideal Cushion'),
  shape('IDO', 'Ideal Oval'),
  shape('IDH', 'Ideal Heart'),
];

/** The shapes whose cut laboratories grade: fancy shapes have no cut grade (rule: Replacement score). */
const CUT_GRADED: readonly string[] = ['RD'];

/** Whether a stone of this shape has a cut grade: where it has none, a blank one is not an unknown one. */
export const hasCutGrade = (shapeCode: string): boolean => CUT_GRADED.includes(shapeCode);

/** What shapes are called. */
export type ShapeName = (shapeCode: string, cut?: string) => string;

/**
 * Shapes in words, by their list: `blDescription` is used when the cut is BL (product: Attribute lists). An
 * unknown code stands for itself.
 */
export function shapeNames(shapes: readonly ShapeRow[]): ShapeName {
  const rows = new Map(shapes.map((row) => [row.shapeCode, row]));
  return (shapeCode, cut) => {
    const row = rows.get(shapeCode);
    if (!row) return shapeCode;
    return cut === 'BL' ? row.blDescription : row.description;
  };
}
