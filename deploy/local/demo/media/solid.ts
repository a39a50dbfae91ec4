import {
  between,
  BRILLIANT_OUTLINES,
  CENTRES,
  CORNERS,
  rimOf,
  type Outline,
  type Point,
} from '../drawn-certificates/outlines.ts';

/** x to the right, y down, z towards whoever looks at the table; the stone's longer half is 1. */
export type Point3 = readonly [x: number, y: number, z: number];
export type Facet = { part: 'table' | 'crown' | 'girdle' | 'pavilion'; points: readonly Point3[] };

/** Measurements in millimetres, the rest in percent as graded; what is not known is cut as it commonly is. */
export type Cut = {
  shapeCode: string;
  length: number;
  width: number;
  height: number;
  tablePct?: number | undefined;
  crownHeight?: number | undefined;
  girdlePct?: number | undefined;
  starHalves?: number | undefined;
  pavilionHalves?: number | undefined;
};

/** Heights over the girdle's middle, in units of the longer half. */
type Levels = { table: number; upper: number; lower: number; culet: number };

const COMMON = { table: 58, crown: 15, girdle: 4, star: 50, halves: 77 };
const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Of the girdle between two neighbouring halves, so that it looks round. */
const SAMPLES = 4;
const MAIN = Math.cos(Math.PI / 8);

/** The facets of a stone as a body, its table towards z: a round brilliant's pattern, steps, or a princess' chevrons. */
export function solidOf(cut: Cut): Facet[] {
  const longer = Math.max(cut.length, cut.width);
  const [across, along] = [cut.width / longer, cut.length / longer];
  const shorter = 2 * Math.min(across, along);
  const girdle = ((cut.girdlePct ?? COMMON.girdle) / 100) * shorter;
  const crown = ((cut.crownHeight ?? COMMON.crown) / 100) * shorter;
  const pavilion = Math.max(0.2, (2 * cut.height) / longer - girdle - crown);
  const levels = {
    table: girdle / 2 + crown,
    upper: girdle / 2,
    lower: -girdle / 2,
    culet: -girdle / 2 - pavilion,
  };
  const corner = CORNERS[cut.shapeCode];
  const facets = corner === undefined ? brilliant(cut, levels) : fourSided(cut, corner, levels);
  return facets.map(({ part, points }) => ({
    part,
    points: points.map(([x, y, z]) => [x * across, y * along, z]),
  }));
}

/** Eight kites, stars and mains and sixteen halves, laid over the shape's outline. */
function brilliant(
  { shapeCode, tablePct = COMMON.table, starHalves = COMMON.star, pavilionHalves = COMMON.halves }: Cut,
  levels: Levels,
): Facet[] {
  const outline: Outline = BRILLIANT_OUTLINES[shapeCode] ?? BRILLIANT_OUTLINES['RD']!;
  const centre: Point = CENTRES[shapeCode] ?? [0, 0];
  const table = tablePct / 100;
  const tableSide = table * MAIN;
  const tip = tableSide + (1 - tableSide) * (starHalves / 100);
  const below = 1 - pavilionHalves / 100;
  const flat = (eighth: number, reach: number): Point =>
    between(centre, outline((((eighth / 8) % 1) + 1) % 1), reach);
  const at = (eighth: number, reach: number, level: number): Point3 => [...flat(eighth, reach), level];
  const crown = levels.table - levels.upper;
  const tipLevel = levels.upper + (crown * (1 - tip * MAIN)) / (1 - table);
  const belowLevel = levels.lower + (levels.culet - levels.lower) * (1 - below * MAIN);
  const culet: Point3 = [...centre, levels.culet];
  const girdle = (from: number, level: number): Point3[] =>
    Array.from({ length: SAMPLES + 1 }, (_, step) => at(from + step / SAMPLES / 2, 1, level));

  return [
    { part: 'table', points: EIGHTHS.map((eighth) => at(eighth, table, levels.table)) },
    ...EIGHTHS.flatMap((eighth): Facet[] => {
      const left = at(eighth - 0.5, tip, tipLevel);
      const right = at(eighth + 0.5, tip, tipLevel);
      const corner = at(eighth, table, levels.table);
      const halves = [eighth, eighth + 0.5];
      return [
        { part: 'crown', points: [corner, right, at(eighth + 1, table, levels.table)] },
        { part: 'crown', points: [corner, left, at(eighth, 1, levels.upper), right] },
        ...halves.map((from): Facet => ({ part: 'crown', points: [right, ...girdle(from, levels.upper)] })),
        ...halves.flatMap((from) => band(girdle(from, levels.upper), girdle(from, levels.lower))),
        ...halves.map((from): Facet => ({
          part: 'pavilion',
          points: [at(eighth + 0.5, below, belowLevel), ...girdle(from, levels.lower)],
        })),
        {
          part: 'pavilion',
          points: [
            culet,
            at(eighth - 0.5, below, belowLevel),
            at(eighth, 1, levels.lower),
            at(eighth + 0.5, below, belowLevel),
          ],
        },
      ];
    }),
  ];
}

/** Steps for emerald and Asscher; chevrons for princess and radiant. `corner`: what is cut off, of half the shorter side. */
function fourSided(
  { shapeCode, length, width, tablePct = 64 }: Cut,
  corner: number,
  levels: Levels,
): Facet[] {
  const ratio = length / width;
  const rim = rimOf(corner, ratio);
  const table = tablePct / 100;
  const ring = (reach: number, level: number): Point3[] =>
    rim.map((point) => [...between([0, 0], point, reach), level]);
  const [upper, lower, top] = [ring(1, levels.upper), ring(1, levels.lower), ring(table, levels.table)];
  const depth = levels.culet - levels.lower;
  const height = levels.table - levels.upper;
  const body: Facet[] = [
    { part: 'table', points: top },
    ...band([...upper, upper[0]!], [...lower, lower[0]!]),
  ];

  if (shapeCode === 'EM' || shapeCode === 'AS') {
    // The keel runs along the longer side.
    const keel: Point = ratio >= 1 ? [0, 1 - 1 / ratio] : [1 - ratio, 0];
    const towards = (share: number, level: number): Point3[] =>
      rim.map(([px, py]) => [
        ...between([Math.sign(px) * keel[0], Math.sign(py) * keel[1]], [px, py], share),
        level,
      ]);
    const crownRings = [
      upper,
      ring(table + ((1 - table) * 2) / 3, levels.upper + height * 0.45),
      ring(table + (1 - table) / 3, levels.upper + height * 0.78),
      top,
    ];
    const pavilionRings = [
      lower,
      towards(0.68, levels.lower + depth * 0.42),
      towards(0.36, levels.lower + depth * 0.76),
      towards(0, levels.culet),
    ];
    return [...body, ...steps('crown', crownRings), ...steps('pavilion', pavilionRings)];
  }

  const culet: Point3 = [0, 0, levels.culet];
  const star = table + (1 - table) * 0.45;
  for (const [side, from] of rim.entries()) {
    const next = (side + 1) % rim.length;
    const [a, b, c, d] = [upper[side]!, upper[next]!, top[next]!, top[side]!];
    const [e, f] = [lower[side]!, lower[next]!];
    if (corner !== 0 && side % 2 === 1) {
      body.push({ part: 'crown', points: [a, b, c, d] }, { part: 'pavilion', points: [e, f, culet] });
      continue;
    }
    const to = rim[next]!;
    const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const on = (reach: number, level: number): Point3 => [...between([0, 0], middle, reach), level];
    const tip = on(star, levels.upper + height * 0.62);
    body.push(
      ...[
        [d, c, tip],
        [a, tip, d],
        [b, tip, c],
        [a, tip, b],
      ].map((points): Facet => ({ part: 'crown', points })),
    );
    // Each chevron is a little steeper than the one inside it.
    const tips = [0.8, 0.55, 0.3].map((reach) => on(reach, levels.lower + depth * (1 - reach) ** 0.8));
    body.push({ part: 'pavilion', points: [e, tips[0]!, f] });
    [...tips, culet].slice(1).forEach((inner, index) => {
      const outer = tips[index]!;
      body.push(
        { part: 'pavilion', points: [e, outer, inner] },
        { part: 'pavilion', points: [f, outer, inner] },
      );
    });
  }
  return body;
}

/** The facets between rings of as many points each. */
function steps(part: Facet['part'], rings: readonly (readonly Point3[])[]): Facet[] {
  return rings.slice(1).flatMap((inner, index) => {
    const outer = rings[index]!;
    return outer.map((point, side): Facet => {
      const next = (side + 1) % outer.length;
      return { part, points: [point, outer[next]!, inner[next]!, inner[side]!] };
    });
  });
}

/** The girdle between its upper and its lower edge. */
function band(upper: readonly Point3[], lower: readonly Point3[]): Facet[] {
  return upper.slice(1).map((point, index) => ({
    part: 'girdle',
    points: [upper[index]!, point, lower[index + 1]!, lower[index]!],
  }));
}
