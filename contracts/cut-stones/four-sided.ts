import { girdleFacet, type Facet, type Levels, type Point3 } from './facet.ts';
import { between, fourSides, type Point } from './outlines.ts';

type Ring = readonly Point3[];
const atLevel = (points: readonly Point[], level: number): Ring => points.map((point) => [...point, level]);

/** Insets of the steps, as shares of the way from girdle to table and from girdle to keel, with how far up or down they lie. */
const CROWN_STEPS: readonly Point[] = [
  [0.36, 0.46],
  [0.7, 0.79],
];
const PAVILION_STEPS: readonly Point[] = [
  [0.27, 0.37],
  [0.52, 0.66],
  [0.76, 0.87],
];

/** Steps of even breadth towards the table, joined at the corners; beneath it steps again, down to the keel. */
export function stepFacets(ratio: number, corner: number, table: number, levels: Levels): Facet[] {
  const ring = (inset: number, level: number): Ring => atLevel(fourSides(ratio, corner, inset), level);
  const steps = (part: Facet['part'], rings: readonly Ring[]): Facet[] =>
    rings.slice(1).flatMap((inner, place) => {
      const outer = rings[place]!;
      return outer.map((point, side): Facet => {
        const next = (side + 1) % outer.length;
        return { part, name: 'step', place, points: [point, outer[next]!, inner[next]!, inner[side]!] };
      });
    });
  const rim = 1 - table;
  const height = levels.table - levels.upper;
  const depth = levels.culet - levels.lower;
  const crown = [
    ring(0, levels.upper),
    ...CROWN_STEPS.map(([inset, up]) => ring(rim * inset, levels.upper + height * up)),
    ring(rim, levels.table),
  ];
  const pavilion = [
    ring(0, levels.lower),
    ...PAVILION_STEPS.map(([inset, down]) => ring(inset, levels.lower + depth * down)),
    ring(1, levels.culet),
  ];
  return [
    { part: 'table', name: 'table', place: 0, points: crown.at(-1)! },
    ...girdles(crown[0]!, pavilion[0]!),
    ...steps('crown', crown),
    ...steps('pavilion', pavilion),
  ];
}

/** How near to the girdle the first chevron comes, as a share of the way from the culet, and what all take of it. */
const [FIRST_CHEVRON, CHEVRONS] = [0.8, 0.75];

/** Stars over the sides; beneath the table chevrons from corner to corner, as many as the cut has. */
export function chevronFacets(
  ratio: number,
  corner: number,
  chevrons: number,
  table: number,
  levels: Levels,
): Facet[] {
  const rim = fourSides(ratio, corner);
  const inner = rim.map((point) => between([0, 0], point, table));
  const [upper, lower, top] = [
    atLevel(rim, levels.upper),
    atLevel(rim, levels.lower),
    atLevel(inner, levels.table),
  ];
  const height = levels.table - levels.upper;
  const depth = levels.culet - levels.lower;
  const culet: Point3 = [0, 0, levels.culet];
  const star = table + (1 - table) * 0.45;
  const facets: Facet[] = [{ part: 'table', name: 'table', place: 0, points: top }, ...girdles(upper, lower)];
  for (const [side, from] of rim.entries()) {
    const next = (side + 1) % rim.length;
    const [a, b, c, d] = [upper[side]!, upper[next]!, top[next]!, top[side]!];
    const [e, f] = [lower[side]!, lower[next]!];
    if (corner !== 0 && side % 2 === 1) {
      facets.push(
        { part: 'crown', name: 'main', place: side, points: [a, b, c, d] },
        { part: 'pavilion', name: 'main', place: side, points: [e, f, culet] },
      );
      continue;
    }
    const middle = between(from, rim[next]!, 0.5);
    const over = (reach: number, level: number): Point3 => [...between([0, 0], middle, reach), level];
    const tip = over(star, levels.upper + height * 0.62);
    // Each chevron is a little steeper than the one inside it.
    const tips = Array.from({ length: chevrons }, (_, index) => {
      const reach = FIRST_CHEVRON - (index * CHEVRONS) / chevrons;
      return over(reach, levels.lower + depth * (1 - reach) ** 0.8);
    });
    facets.push(
      { part: 'crown', name: 'star', place: side, points: [d, c, tip] },
      { part: 'crown', name: 'main', place: side, points: [a, tip, b] },
      { part: 'crown', name: 'half', place: 0, points: [a, tip, d] },
      { part: 'crown', name: 'half', place: 1, points: [b, tip, c] },
      { part: 'pavilion', name: 'half', place: side, points: [e, tips[0]!, f] },
      ...[...tips.slice(1), culet].flatMap((foot, index): Facet[] => [
        { part: 'pavilion', name: 'chevron', place: 2 * index, points: [e, tips[index]!, foot] },
        { part: 'pavilion', name: 'chevron', place: 2 * index + 1, points: [f, tips[index]!, foot] },
      ]),
    );
  }
  return facets;
}

/** The girdle, a facet a side. */
function girdles(upper: Ring, lower: Ring): Facet[] {
  return upper.map((_, side) => {
    const next = (side + 1) % upper.length;
    return girdleFacet(side, [upper[side]!, upper[next]!], [lower[side]!, lower[next]!]);
  });
}
