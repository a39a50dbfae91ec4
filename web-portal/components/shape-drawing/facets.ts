/**
 * The crown of each shape seen from above, as lines on a field of −50 … 50: the outline and the edges between facets.
 * Brilliants are one pattern (table, stars, kites, halves) laid over their outline; steps are nested outlines.
 */
export type Drawing = { outline: string; facets: string };

type Point = readonly [x: number, y: number];
/** The outline at an angle: 0 is to the right, a quarter turn is down. */
type Outline = (angle: number) => Point;

const TURN = Math.PI * 2;
const HALF = 48;

const write = ([x, y]: Point): string => `${(x * HALF).toFixed(2)} ${(y * HALF).toFixed(2)}`;
const line = (...points: Point[]): string => `M${points.map(write).join('L')}`;
const closed = (points: readonly Point[]): string => `${line(...points)}Z`;
const scaled = ([x, y]: Point, factor: number, centre: Point = [0, 0]): Point => [
  centre[0] + (x - centre[0]) * factor,
  centre[1] + (y - centre[1]) * factor,
];
const around = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, index) => from + (index * TURN) / count);

const sampled = (outline: Outline): string => closed(around(180).map(outline));

const ellipse =
  (width: number): Outline =>
  (angle) => [Math.cos(angle) * width, Math.sin(angle)];

/** A superellipse: 2 is an ellipse, larger is squarer. */
const cushion =
  (width: number, power: number): Outline =>
  (angle) => {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const radius = (Math.abs(c) ** power + Math.abs(s) ** power) ** (-1 / power);
    return [c * radius * width, s * radius];
  };

/** Where a ray from the centre leaves a convex polygon. */
const polygon =
  (corners: readonly Point[]): Outline =>
  (angle) => {
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    let reach = Infinity;
    corners.forEach(([ax, ay], index) => {
      const [bx, by] = corners[(index + 1) % corners.length]!;
      const [ex, ey] = [bx - ax, by - ay];
      const across = dx * ey - dy * ex;
      if (Math.abs(across) < 1e-9) return;
      const along = (ax * ey - ay * ex) / across;
      const share = (ax * dy - ay * dx) / across;
      if (along > 0 && share >= -1e-9 && share <= 1 + 1e-9) reach = Math.min(reach, along);
    });
    return [dx * reach, dy * reach];
  };

/** Two arcs that meet in points above and below. */
const marquise: Outline = (angle) => {
  const width = 0.5;
  const radius = (1 + width * width) / (2 * width);
  const shift = radius - width;
  const [c, s] = [Math.abs(Math.cos(angle)), Math.sin(angle)];
  const reach = -shift * c + Math.sqrt(shift * shift * c * c + radius * radius - shift * shift);
  return [Math.cos(angle) * reach, s * reach];
};

/** A half circle below, two arcs to a point above. */
const pear: Outline = (angle) => {
  const [low, wide] = [0.3, 0.66];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  if (s >= 0) return [c * wide, low + s * (1 - low)];
  const rise = 1 + low;
  const shift = (rise * rise - wide * wide) / (2 * wide); // of the arcs' centres, so that they meet in the point
  const y = rise * s;
  return [Math.sign(c) * (Math.sqrt(Math.max(0, (shift + wide) ** 2 - y * y)) - shift), low + y];
};

/** Two lobes with a cleft above, a point below: two curves a side. */
const heart: Outline = (angle) => {
  const side = Math.cos(angle) < 0 ? -1 : 1;
  const share = Math.asin(Math.min(1, Math.max(-1, Math.sin(angle)))) / Math.PI + 0.5;
  const [x, y] =
    share < 0.5
      ? bezier([0, -0.6], [0.14, -1.06], [0.98, -1.1], [0.98, -0.32], share * 2)
      : bezier([0.98, -0.32], [0.98, 0.2], [0.36, 0.62], [0, 0.96], share * 2 - 1);
  return [side * x, y];
};

const bezier = (a: Point, b: Point, c: Point, d: Point, t: number): Point => {
  const [u, v] = [1 - t, t];
  const at = (axis: 0 | 1) =>
    u * u * u * a[axis] + 3 * u * u * v * b[axis] + 3 * u * v * v * c[axis] + v * v * v * d[axis];
  return [at(0), at(1)];
};

const cutCorners = (width: number, cut: number, height = 1): Point[] => [
  [width, height - cut],
  [width - cut, height],
  [cut - width, height],
  [-width, height - cut],
  [-width, cut - height],
  [cut - width, -height],
  [width - cut, -height],
  [width, cut - height],
];

/** Table, eight stars, eight kites and sixteen halves over an outline; `from` turns the pattern. */
function brilliant(
  outline: Outline,
  { table = 0.53, star = 0.75, mains = 8, from = TURN / 16, centre = [0, 0] as Point, arrows = false } = {},
): Drawing {
  const step = TURN / mains;
  const corners = around(mains, from);
  const inner = corners.map((angle) => scaled(outline(angle), table, centre));
  const facets = [closed(inner)];
  corners.forEach((angle, index) => {
    const tip = scaled(outline(angle + step / 2), star, centre);
    facets.push(line(inner[index]!, tip, inner[(index + 1) % mains]!));
    facets.push(line(outline(angle), tip, outline(angle + step)), line(tip, outline(angle + step / 2)));
    if (arrows)
      facets.push(
        line(
          scaled(outline(angle), table * 0.36, centre),
          scaled(outline(angle + step / 2), table * 0.86, centre),
          scaled(outline(angle + step), table * 0.36, centre),
        ),
      );
  });
  return { outline: sampled(outline), facets: facets.join('') };
}

/** Steps: the outline again and again towards the table, joined at the corners. */
function stepped(width: number, cut: number, steps: readonly number[], keel: boolean): Drawing {
  const corners = cutCorners(width, cut);
  const rings = steps.map((by) => cutCorners(width - by, cut - by * (2 - Math.SQRT2), 1 - by));
  const last = rings.at(-1)!;
  const facets = rings.map(closed);
  corners.forEach((corner, index) => facets.push(line(corner, last[index]!)));
  if (keel) {
    const reach = Math.max(0, 1 - steps.at(-1)! - (width - steps.at(-1)!));
    const [top, bottom]: [Point, Point] = [
      [0, -reach],
      [0, reach],
    ];
    facets.push(line(top, bottom));
    last.forEach((corner) => facets.push(line(corner, corner[1] < 0 ? top : bottom)));
  }
  return { outline: closed(corners), facets: facets.join('') };
}

/** A square with chevrons behind its table, as many as the cut has. */
function princess(chevrons: number): Drawing {
  const corners: Point[] = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([x, y]) => [x! * 0.88, y! * 0.88] as const);
  const table = corners.map((corner) => scaled(corner, 0.66));
  const middle = (points: readonly Point[], index: number): Point => {
    const [a, b] = [points[index]!, points[(index + 1) % 4]!];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  const facets = [closed(table), line(table[0]!, table[2]!), line(table[1]!, table[3]!)];
  corners.forEach((corner, index) => {
    const next = (index + 1) % 4;
    const star = scaled(middle(corners, index), 0.84);
    facets.push(
      line(table[index]!, star, table[next]!),
      line(corner, star, corners[next]!),
      line(corner, table[index]!),
    );
    for (let chevron = 1; chevron <= chevrons; chevron++) {
      const share = 1 - chevron / (chevrons + 1.4);
      facets.push(line(scaled(table[index]!, share), middle(table, index), scaled(table[next]!, share)));
    }
  });
  return { outline: closed(corners), facets: facets.join('') };
}

const make: Readonly<Record<string, () => Drawing>> = {
  RD: () => brilliant(ellipse(1)),
  OV: () => brilliant(ellipse(0.72)),
  CU: () => brilliant(cushion(0.88, 3.4), { table: 0.55 }),
  EM: () => stepped(0.72, 0.26, [0.1, 0.2, 0.3], true),
  AS: () => stepped(0.9, 0.42, [0.1, 0.21, 0.33], true),
  MQ: () => brilliant(marquise, { from: 0, table: 0.55, star: 0.77 }),
  PS: () => brilliant(pear, { from: TURN / 4, centre: [0, 0.2], table: 0.55, star: 0.77 }),
  PR: () => princess(2),
  HS: () => brilliant(heart, { from: TURN / 4, table: 0.52, star: 0.75 }),
  RAD: () => brilliant(polygon(cutCorners(0.76, 0.24)), { table: 0.6, star: 0.8 }),
  XP: () => princess(3),
  IDC: () => brilliant(cushion(0.92, 3.4), { table: 0.58, arrows: true }),
  IDO: () => brilliant(ellipse(0.74), { arrows: true }),
  IDH: () => brilliant(heart, { from: TURN / 4, table: 0.52, star: 0.75, arrows: true }),
};

const drawn = new Map<string, Drawing>();

/** The drawing of a shape code; an unknown shape is drawn as a round. */
export function drawingOf(shapeCode: string): Drawing {
  let drawing = drawn.get(shapeCode);
  if (!drawing) drawn.set(shapeCode, (drawing = (make[shapeCode] ?? make['RD']!)()));
  return drawing;
}
