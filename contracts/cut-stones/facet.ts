/** x to the right, y down, z towards the viewer of the table; the stone's longer half is 1. */
export type Point3 = readonly [x: number, y: number, z: number];

/** What a facet is called in its part; `place` counts those of one name round the stone, or steps and chevrons inwards. */
type FacetName = 'table' | 'star' | 'main' | 'half' | 'step' | 'chevron' | 'girdle';
export type Facet = {
  readonly part: 'table' | 'crown' | 'girdle' | 'pavilion';
  readonly name: FacetName;
  readonly place: number;
  readonly points: readonly Point3[];
};

/** Heights of the table, the girdle's two edges and the culet. */
export type Levels = { table: number; upper: number; lower: number; culet: number };

/** Shares: of the width, of the way from the table to the girdle, of the way from the girdle to the culet. */
export type Proportions = { table: number; stars: number; halves: number };

/** The girdle between a stretch of its upper and of its lower edge. */
export const girdleFacet = (place: number, upper: readonly Point3[], lower: readonly Point3[]): Facet => ({
  part: 'girdle',
  name: 'girdle',
  place,
  points: [...upper, ...lower.toReversed()],
});
