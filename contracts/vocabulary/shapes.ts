type ShapeRow = { shapeCode: string; description: string; blDescription: string };

const shape = (shapeCode: string, description: string, blDescription = description): ShapeRow => ({
  shapeCode,
  description,
  blDescription,
});

/** The shapes (specification, section 3: Attribute lists); `blDescription` is used when the cut is BL. */
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
