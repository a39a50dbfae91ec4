import {
  between,
  BRILLIANT_OUTLINES,
  CENTRES,
  CORNERS,
  rimOf,
  type Outline,
  type Point,
} from './outlines.ts';

/** A face of a stone as its outline and its facets' edges, in millimetres from the middle; y points down. */
export type Face = { outline: readonly Point[]; edges: readonly (readonly Point[])[] };

/** Width and length in millimetres, the rest in percent as graded; what is not known is drawn as it commonly is. */
export type Proportioned = {
  shapeCode?: string | undefined;
  width: number;
  length: number;
  tablePct?: number | undefined;
  starHalves?: number | undefined;
  pavilionHalves?: number | undefined;
};

const COMMON_TABLE = 57;
const COMMON_STAR = 50;
const COMMON_PAVILION_HALVES = 77;

/** The crown from above and the pavilion from below, with the table, stars and halves as wide as they were graded. */
export function facesOf(stone: Proportioned): { crown: Face; pavilion: Face } {
  const code = stone.shapeCode ?? 'RD';
  const corner = CORNERS[code];
  const table = (stone.tablePct ?? COMMON_TABLE) / 100;
  const scaled = (face: Face): Face => ({
    outline: inMillimetres(face.outline, stone),
    edges: face.edges.map((edge) => inMillimetres(edge, stone)),
  });
  if (corner === undefined) {
    const pattern = brilliant(BRILLIANT_OUTLINES[code] ?? BRILLIANT_OUTLINES['RD']!, CENTRES[code] ?? [0, 0]);
    const star = (stone.starHalves ?? COMMON_STAR) / 100;
    const halves = (stone.pavilionHalves ?? COMMON_PAVILION_HALVES) / 100;
    return { crown: scaled(pattern.crown(table, star)), pavilion: scaled(pattern.pavilion(halves)) };
  }
  const sides = fourSided(corner, stone.length / stone.width);
  const kind = code === 'EM' || code === 'AS' ? 'step' : corner === 0 ? 'princess' : 'radiant';
  return { crown: scaled(sides.crown(kind, table)), pavilion: scaled(sides.pavilion(kind)) };
}

function inMillimetres(points: readonly Point[], { width, length }: Proportioned): Point[] {
  return points.map(([x, y]) => [(x * width) / 2, (y * length) / 2]);
}

const EIGHTHS = [0, 1, 2, 3, 4, 5, 6, 7];
const SAMPLES = 240;

/** The round brilliant's facets, laid over an outline: eight kites, stars and mains, sixteen halves. */
function brilliant(
  outline: Outline,
  centre: Point,
): { crown(table: number, star: number): Face; pavilion(halves: number): Face } {
  const at = (eighth: number, radius: number): Point => between(centre, outline((eighth / 8) % 1), radius);
  const girdle = Array.from({ length: SAMPLES }, (_, sample) => outline(sample / SAMPLES));
  return {
    crown(table, star) {
      const tableSide = table * Math.cos(Math.PI / 8);
      const tip = tableSide + (1 - tableSide) * star;
      const edges = EIGHTHS.flatMap((eighth) => [
        [at(eighth, table), at(eighth + 1, table)],
        [at(eighth, table), at(eighth + 0.5, tip), at(eighth + 1, table)],
        [at(eighth, 1), at(eighth + 0.5, tip), at(eighth + 1, 1)],
        [at(eighth + 0.5, tip), at(eighth + 0.5, 1)],
      ]);
      return { outline: girdle, edges };
    },
    pavilion(halves) {
      const tip = 1 - halves;
      const edges = EIGHTHS.flatMap((eighth) => [
        [at(eighth, 1), at(eighth + 0.5, tip), at(eighth + 1, 1)],
        [centre, at(eighth + 0.5, tip), at(eighth + 0.5, 1)],
      ]);
      return { outline: girdle, edges };
    },
  };
}

type FourSidedKind = 'step' | 'princess' | 'radiant';

/** Four-sided shapes, with or without cut corners; `ratio` is length ÷ width, so that corners are cut at 45° by a share of the shorter side. */
function fourSided(
  corner: number,
  ratio: number,
): { crown(kind: FourSidedKind, table: number): Face; pavilion(kind: FourSidedKind): Face } {
  const rim = rimOf(corner, ratio);
  const middles: Point[] = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ];
  const ring = (radius: number): Point[] => rim.map((point) => between([0, 0], point, radius));
  const closed = (points: readonly Point[]): Point[] => [...points, points[0]!];
  const spokes = (outer: number, inner: number): Point[][] =>
    ring(outer).map((point, index) => [point, ring(inner)[index]!]);

  return {
    crown(kind, table) {
      if (kind === 'step') {
        const steps = [2 / 3, 1 / 3, 0].map((share) => table + (1 - table) * share);
        return {
          outline: rim,
          edges: [...steps.map((step) => closed(ring(step))), ...spokes(1, table)],
        };
      }
      const star = table + (1 - table) * 0.45;
      const chevrons = middles.map((middle, side): Point[] => {
        const [from, to] = sideOf(ring(table), side, corner === 0);
        return [from, between([0, 0], middle, star), to];
      });
      const halves = middles.map((middle, side): Point[] => {
        const [from, to] = sideOf(rim, side, corner === 0);
        return [from, between([0, 0], middle, star), to];
      });
      return { outline: rim, edges: [closed(ring(table)), ...spokes(1, table), ...chevrons, ...halves] };
    },
    pavilion(kind) {
      if (kind === 'step') {
        // The keel runs along the longer side.
        const keel: Point = ratio >= 1 ? [0, 1 - 1 / ratio] : [1 - ratio, 0];
        const ends = rim.map(([x, y]): Point => [Math.sign(x) * keel[0], Math.sign(y) * keel[1]]);
        const step = (share: number): Point[] =>
          rim.map((point, index) => between(ends[index]!, point, share));
        return {
          outline: rim,
          edges: [
            closed(step(0.68)),
            closed(step(0.36)),
            ...rim.map((point, index) => [point, ends[index]!]),
            [[-keel[0], -keel[1]], keel],
          ],
        };
      }
      const chevrons = [0.3, 0.55, 0.8].flatMap((reach) =>
        middles.map((middle, side): Point[] => {
          const [from, to] = sideOf(rim, side, corner === 0);
          return [from, between([0, 0], middle, reach), to];
        }),
      );
      return { outline: rim, edges: [...rim.map((point): Point[] => [point, [0, 0]]), ...chevrons] };
    },
  };
}

/** The two ends of a side: 0 is the top, then clockwise. */
function sideOf(rim: readonly Point[], side: number, sharp: boolean): [Point, Point] {
  const first = sharp ? side : side * 2;
  return [rim[first]!, rim[(first + 1) % rim.length]!];
}
