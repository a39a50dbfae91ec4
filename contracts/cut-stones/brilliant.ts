import { girdleFacet, type Facet, type Levels, type Point3, type Proportions } from './facet.ts';
import { between, type Outline, type Point } from './outlines.ts';

const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Of the girdle between two neighbouring halves, so that it looks round. */
const SAMPLES = 6;
/** How near to the middle the side of a regular octagon comes, its corners at 1. */
const SIDE = Math.cos(Math.PI / 8);

/** Table, eight stars, mains and sixteen halves over an outline; beneath it mains and halves that meet in the culet. */
export function brilliantFacets(
  outline: Outline,
  centre: Point,
  { table, stars, halves }: Proportions,
  levels: Levels,
): Facet[] {
  const at = (eighth: number, reach: number, level: number): Point3 => [
    ...between(centre, outline((((eighth / 8) % 1) + 1) % 1), reach),
    level,
  ];
  const girdle = (from: number, level: number): Point3[] =>
    Array.from({ length: SAMPLES + 1 }, (_, step) => at(from + step / SAMPLES / 2, 1, level));

  const tableSide = table * SIDE;
  const tip = tableSide + (1 - tableSide) * stars;
  const mainsRise = (1 - tip * SIDE) / (1 - table);
  const tipLevel = levels.upper + (levels.table - levels.upper) * Math.min(1, mainsRise);
  const foot = 1 - halves;
  const footLevel = levels.lower + (levels.culet - levels.lower) * (1 - foot * SIDE);
  const culet: Point3 = [...centre, levels.culet];

  const tableFacet: Facet = {
    part: 'table',
    name: 'table',
    place: 0,
    points: EIGHTHS.map((eighth) => at(eighth, table, levels.table)),
  };
  return [
    tableFacet,
    ...EIGHTHS.flatMap((eighth): Facet[] => {
      const [before, after] = [eighth - 0.5, eighth + 0.5];
      const corner = at(eighth, table, levels.table);
      const [left, right] = [at(before, tip, tipLevel), at(after, tip, tipLevel)];
      const lowerTip = at(after, foot, footLevel);
      const star = [corner, right, at(eighth + 1, table, levels.table)];
      const upperMain = [corner, left, at(eighth, 1, levels.upper), right];
      const lowerMain = [culet, at(before, foot, footLevel), at(eighth, 1, levels.lower), lowerTip];
      return [
        { part: 'crown', name: 'star', place: eighth, points: star },
        { part: 'crown', name: 'main', place: eighth, points: upperMain },
        { part: 'pavilion', name: 'main', place: eighth, points: lowerMain },
        ...[eighth, after].flatMap((from): Facet[] => {
          const place = 2 * from;
          const [upper, lower] = [girdle(from, levels.upper), girdle(from, levels.lower)];
          return [
            { part: 'crown', name: 'half', place, points: [right, ...upper] },
            girdleFacet(place, upper, lower),
            { part: 'pavilion', name: 'half', place, points: [lowerTip, ...lower] },
          ];
        }),
      ];
    }),
  ];
}
