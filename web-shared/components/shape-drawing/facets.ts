import {
  cushion,
  cutCorners,
  ellipse,
  heart,
  marquise,
  pear,
  polygon,
  TURN,
  type Outline,
  type Point,
} from './outlines.ts';

/**
 * A stone seen from above, as lines on a field of −50 … 50: its outline and the edges between the facets of its crown;
 * and for large drawings the pavilion seen through the table, and the facets by how much light they send back.
 */
export type Drawing = {
  outline: string;
  facets: string;
  table: string;
  pavilion: string;
  /** Facets of one brightness each, from −1, dark, to 1, bright. */
  crownTones: readonly Tone[];
  pavilionTones: readonly Tone[];
};
type Tone = { tone: number; path: string };
type Facet = { points: readonly Point[]; tone: number };

/** What of a stone's proportions its drawing follows; percentages as certificates print them. */
export type DrawnProportions = {
  length?: number | undefined;
  width?: number | undefined;
  tablePct?: number | undefined;
  starHalves?: number | undefined;
  pavilionHalves?: number | undefined;
};

const HALF = 48;
const write = ([x, y]: Point): string => `${(x * HALF).toFixed(2)} ${(y * HALF).toFixed(2)}`;
const line = (points: readonly Point[]): string => `M${points.map(write).join('L')}`;
const closed = (points: readonly Point[]): string => `${line(points)}Z`;
const scaled = ([x, y]: Point, factor: number, centre: Point = [0, 0]): Point => [
  centre[0] + (x - centre[0]) * factor,
  centre[1] + (y - centre[1]) * factor,
];
const around = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + (index * TURN) / count);
const arc = (outline: Outline, from: number, to: number): Point[] =>
  Array.from({ length: 7 }, (_, step) => outline(from + ((to - from) * step) / 6));

/** Light comes from the upper left. */
const LIGHT: Point = [-0.5, -0.866];

/** How bright a facet is: by where it lies, the more the steeper it is; neighbours differ, as they do in a stone. */
function toneOf(points: readonly Point[], centre: Point, steepness: number, turn = 0): number {
  const [x, y] = points.reduce<Point>(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0]);
  const [dx, dy] = [x / points.length - centre[0], y / points.length - centre[1]];
  const away = Math.hypot(dx, dy) || 1;
  const angle = Math.atan2(dy / away, dx / away) + turn;
  return steepness * (Math.cos(angle) * LIGHT[0] + Math.sin(angle) * LIGHT[1]);
}

const STEPS = 5;

/** The facets as few paths, one for each step of brightness. */
function tonesOf(facets: readonly Facet[]): Tone[] {
  const paths = new Map<number, string>();
  for (const { points, tone } of facets) {
    const step = Math.round(Math.max(-1, Math.min(1, tone)) * STEPS);
    if (step !== 0) paths.set(step, (paths.get(step) ?? '') + closed(points));
  }
  return [...paths].map(([step, path]) => ({ tone: step / STEPS, path }));
}

const edges = (facets: readonly Facet[]): string => facets.map(({ points }) => closed(points)).join('');

type Brilliant = {
  table?: number;
  /** Length of the stars, and of the pavilion's halves, as shares of their way to the girdle. */
  stars?: number;
  halves?: number;
  mains?: number;
  /** Turns the pattern. */
  from?: number;
  centre?: Point;
  /** Hearts and arrows: the pavilion's mains stand out. */
  arrows?: boolean;
};

/** Table, stars, kites and halves over an outline; beneath it mains and halves that meet in the culet. */
function brilliant(
  outline: Outline,
  {
    table = 0.56,
    stars = 0.5,
    halves = 0.77,
    mains = 8,
    from = TURN / 16,
    centre = [0, 0],
    arrows = false,
  }: Brilliant = {},
): Drawing {
  const step = TURN / mains;
  const corners = around(mains, from);
  const inner = corners.map((angle) => scaled(outline(angle), table, centre));
  const flat = table * Math.cos(step / 2);
  const tips = corners.map((angle) => scaled(outline(angle + step / 2), flat + stars * (1 - flat), centre));
  const crown: Facet[] = [];
  const pavilion: Facet[] = [];
  const facet = (points: Point[], steepness: number, more = 0): Facet => ({
    points,
    tone: toneOf(points, centre, steepness) + more,
  });
  const feet = corners.map((angle) => scaled(outline(angle + step / 2), 1 - halves, centre));
  corners.forEach((angle, index) => {
    const before = (index + mains - 1) % mains;
    const after = (index + 1) % mains;
    const [tip, half] = [tips[index]!, angle + step / 2];
    crown.push(
      facet([inner[index]!, tip, inner[after]!], 0.35, 0.18),
      facet([inner[index]!, tip, outline(angle), tips[before]!], 0.62),
      facet([tip, ...arc(outline, angle, half)], 0.75, 0.16),
      facet([tip, ...arc(outline, half, angle + step)], 0.75, -0.22),
    );
    const main = [centre, feet[before]!, outline(angle), feet[index]!];
    pavilion.push(
      {
        points: main,
        tone: arrows ? -0.62 : toneOf(main, centre, 0.5, Math.PI) + (index % 2 === 0 ? 0.12 : -0.3),
      },
      facet([feet[index]!, ...arc(outline, angle, half)], -0.4, index % 2 === 0 ? -0.16 : 0.34),
      facet([feet[index]!, ...arc(outline, half, angle + step)], -0.4, index % 2 === 0 ? 0.34 : -0.16),
    );
  });
  return {
    outline: closed(around(180).map(outline)),
    facets: edges(crown),
    table: closed(inner),
    pavilion: edges(pavilion),
    crownTones: tonesOf(crown),
    pavilionTones: tonesOf(pavilion),
  };
}

/** Steps towards the table, joined at the corners; beneath it steps again, down to the keel. */
function stepped(width: number, cut: number, tablePct: number): Drawing {
  const rim = width * (1 - tablePct);
  const ring = (by: number): Point[] =>
    cutCorners(width - by, Math.max(0.05, cut - by * (2 - Math.SQRT2)), 1 - by);
  const sides = (
    outer: readonly Point[],
    within: readonly Point[],
    steepness: number,
    turn: number,
  ): Facet[] =>
    outer.map((corner, index) => {
      const next = (index + 1) % outer.length;
      const points = [corner, outer[next]!, within[next]!, within[index]!];
      return { points, tone: toneOf(points, [0, 0], steepness, turn) };
    });
  const crownRings = [0, 0.36, 0.7, 1].map((share) => ring(rim * share));
  const crown = crownRings
    .slice(1)
    .flatMap((within, index) => sides(crownRings[index]!, within, 0.95 - index * 0.26, 0));
  const inside = width - rim;
  const pavilionRings = [0, 0.26, 0.5, 0.72].map((share) => ring(rim + inside * share));
  const pavilion = pavilionRings
    .slice(1)
    .flatMap((within, index) =>
      sides(pavilionRings[index]!, within, 0.45 + index * 0.2, index % 2 === 0 ? Math.PI : 0.5),
    );
  const last = pavilionRings.at(-1)!;
  const keel = Math.max(0, 1 - width);
  const [top, bottom]: [Point, Point] = [
    [0, -keel],
    [0, keel],
  ];
  last.forEach((corner, index) => {
    const next = last[(index + 1) % last.length]!;
    const end = (point: Point): Point => (point[1] < 0 ? top : bottom);
    const points = [corner, next, end(next), end(corner)];
    pavilion.push({ points, tone: toneOf(points, [0, 0], 0.6, Math.PI * 0.8) });
  });
  return {
    outline: closed(crownRings[0]!),
    facets: edges(crown),
    table: closed(crownRings.at(-1)!),
    pavilion: edges(pavilion),
    crownTones: tonesOf(crown),
    pavilionTones: tonesOf(pavilion),
  };
}

/** A square with chevrons beneath its table, as many as the cut has. */
function princess(width: number, tablePct: number, chevrons: number): Drawing {
  const corners: Point[] = [
    [width, 1],
    [-width, 1],
    [-width, -1],
    [width, -1],
  ];
  const table = corners.map((corner) => scaled(corner, tablePct));
  const crown: Facet[] = [];
  const pavilion: Facet[] = [];
  const push = (facets: Facet[], points: Point[], steepness: number, turn = 0, more = 0): void =>
    void facets.push({ points, tone: toneOf(points, [0, 0], steepness, turn) + more });
  const between = ([ax, ay]: Point, [bx, by]: Point, share = 0.5): Point => [
    ax + (bx - ax) * share,
    ay + (by - ay) * share,
  ];
  corners.forEach((corner, index) => {
    const next = (index + 1) % 4;
    const [a, b] = [table[index]!, table[next]!];
    const star = scaled(between(corner, corners[next]!), tablePct + (1 - tablePct) * 0.52);
    push(crown, [a, star, b], 0.4, 0, 0.12);
    push(crown, [corner, star, corners[next]!], 0.9);
    push(crown, [corner, a, star], 0.6, 0, 0.2);
    push(crown, [corners[next]!, b, star], 0.6, 0, -0.2);
    const [outer, outerNext] = [scaled(corner, 0.96), scaled(corners[next]!, 0.96)];
    const middle = between(outer, outerNext);
    const cuts = Array.from({ length: chevrons }, (_, place) => (place + 1) / (chevrons + 1));
    let last = middle;
    for (const [place, cut] of [...cuts, 1].entries()) {
      const foot = scaled(middle, 1 - cut);
      const reach = (end: Point): Point => between(end, [0, 0], cut * 0.5);
      const tone = place % 2 === 0 ? 0.25 : -0.28;
      push(pavilion, [last, reach(outer), foot], 0.45, Math.PI, tone);
      push(pavilion, [last, reach(outerNext), foot], 0.45, Math.PI, -tone);
      last = foot;
    }
    pavilion.push({ points: [outer, [0, 0]], tone: 0 });
  });
  return {
    outline: closed(corners),
    facets: edges(crown),
    table: closed(table),
    pavilion: edges(pavilion),
    crownTones: tonesOf(crown),
    pavilionTones: tonesOf(pavilion),
  };
}

type Shape = {
  /** Width ÷ length where the stone's own is not known. */
  width: number;
  table: number;
  draw: (width: number, table: number, more: Pick<Brilliant, 'stars' | 'halves' | 'arrows'>) => Drawing;
};

const rounded = (
  outline: (width: number) => Outline,
  width: number,
  table: number,
  own: Brilliant = {},
): Shape => ({
  width,
  table,
  draw: (drawnWidth, drawnTable, more) =>
    brilliant(outline(drawnWidth), { ...own, ...more, table: drawnTable }),
});
const POINTED = { from: TURN / 4 };

const SHAPES: Readonly<Record<string, Shape>> = {
  RD: rounded(ellipse, 1, 0.57),
  OV: rounded(ellipse, 0.72, 0.58),
  CU: rounded(cushion, 0.9, 0.6),
  EM: { width: 0.72, table: 0.62, draw: (width, table) => stepped(width, 0.3 * width, table) },
  AS: { width: 1, table: 0.6, draw: (width, table) => stepped(width, 0.42 * Math.min(width, 1), table) },
  MQ: rounded(marquise, 0.5, 0.57, { from: 0 }),
  PS: rounded(pear, 0.66, 0.57, { ...POINTED, centre: [0, 0.22] }),
  PR: { width: 1, table: 0.68, draw: (width, table) => princess(width, table, 2) },
  HS: rounded(heart, 1, 0.55, { ...POINTED, centre: [0, -0.04] }),
  RAD: rounded((width) => polygon(cutCorners(width, 0.3 * Math.min(1, width))), 0.78, 0.62, { stars: 0.45 }),
  XP: { width: 1, table: 0.66, draw: (width, table) => princess(width, table, 4) },
  IDC: rounded(cushion, 1, 0.58, { arrows: true }),
  IDO: rounded(ellipse, 0.74, 0.57, { arrows: true }),
  IDH: rounded(heart, 1, 0.55, { ...POINTED, centre: [0, -0.04], arrows: true }),
};
/** Squares fill more of their field than rounds do: they are drawn smaller, to look as large. */
const SQUARES: Readonly<Record<string, number>> = {
  PR: 0.87,
  XP: 0.87,
  AS: 0.92,
  IDC: 0.95,
  CU: 0.97,
  HS: 0.97,
};

const drawn = new Map<string, Drawing>();
const share = (percent: number | undefined, least: number, most: number): number | undefined =>
  percent !== undefined && percent >= least && percent <= most ? Math.round(percent) / 100 : undefined;

/**
 * The drawing of a shape code, by the stone's proportions where they are known and believable; an unknown shape is
 * drawn as a round.
 */
export function drawingOf(
  shapeCode: string,
  { length, width, tablePct, starHalves, pavilionHalves }: DrawnProportions = {},
  arrows = false,
): Drawing {
  const code = shapeCode in SHAPES ? shapeCode : 'RD';
  const shape = SHAPES[code]!;
  const ratio = length && width ? Math.round((width / length) * 50) / 50 : shape.width;
  const across = ratio > 0.3 && ratio < 1.6 && code !== 'RD' ? ratio : shape.width;
  const table = share(tablePct, 35, 85) ?? shape.table;
  const [stars, halves] = [share(starHalves, 25, 75), share(pavilionHalves, 55, 95)];
  const key = [code, across, table, stars, halves, arrows].join(' ');
  let drawing = drawn.get(key);
  if (!drawing) {
    drawing = shape.draw(across, table, {
      ...(stars !== undefined && { stars }),
      ...(halves !== undefined && { halves }),
      ...(arrows && { arrows }),
    });
    drawn.set(key, drawing);
  }
  return drawing;
}

/** How much a shape is scaled within its field of −50 … 50, so that it fits and looks as large as the others. */
export function scaleOf(shapeCode: string, { length, width }: DrawnProportions = {}): number {
  const across = length && width && shapeCode in SHAPES && shapeCode !== 'RD' ? width / length : 1;
  return (SQUARES[shapeCode] ?? 1) / Math.max(1, Math.min(across, 1.6));
}

/** The share of its field that the longer side of a shape's drawing takes. */
export const extentOf = (shapeCode: string): number => (HALF / 50) * (SQUARES[shapeCode] ?? 1);
