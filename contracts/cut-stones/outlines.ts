/** In units of half the stone's width and half its length: a stone fills −1 … 1 both ways; y points down. */
export type Point = readonly [x: number, y: number];

/** The edge of a shape: its point at a turn of 0 … 1 round the stone, from the top, clockwise. */
export type Outline = (turn: number) => Point;

const TURN = 2 * Math.PI;
const sineAndCosine = (turn: number): Point => [Math.sin(turn * TURN), Math.cos(turn * TURN)];

export const ellipse: Outline = (turn) => {
  const [sine, cosine] = sineAndCosine(turn);
  return [sine, -cosine];
};

/** A superellipse: straight sides that bend into round corners. */
const CUSHION_POWER = 3.3;
export const cushion: Outline = (turn) => {
  const [sine, cosine] = sineAndCosine(turn);
  const radius =
    (Math.abs(sine) ** CUSHION_POWER + Math.abs(cosine) ** CUSHION_POWER) ** (-1 / CUSHION_POWER);
  return [sine * radius, -cosine * radius];
};

/** A stone as wide as it is long or wider is the square one, drawn out: arcs of a circle bend no further. */
const slender = (widthToLength: number): number => Math.min(1, widthToLength);

/** Two arcs that meet in points above and below. */
export const marquise = (widthToLength: number): Outline => {
  const width = slender(widthToLength);
  const radius = (1 + width * width) / (2 * width);
  const shift = radius - width; // of the arcs' centres to the other side
  return (turn) => {
    const [sine, cosine] = sineAndCosine(turn);
    const across = Math.abs(sine);
    const reach = Math.sqrt(radius * radius - shift * shift * (1 - across * across)) - shift * across;
    return [(sine * reach) / width, -cosine * reach];
  };
};

/** How far below the middle a pear is widest: there its facets meet. */
export const PEAR_WIDEST = 0.28;

/** Half an ellipse below, two arcs to a point above. */
export const pear = (widthToLength: number): Outline => {
  const width = slender(widthToLength);
  const rise = 1 + PEAR_WIDEST;
  const shift = (rise * rise - width * width) / (2 * width); // of the arcs' centres, so that they meet in the point
  return (turn) => {
    const [sine, cosine] = sineAndCosine(turn);
    if (cosine <= 0) return [sine, PEAR_WIDEST - cosine * (1 - PEAR_WIDEST)];
    const y = rise * cosine;
    const x = Math.sqrt((shift + width) ** 2 - y * y) - shift;
    return [(Math.sign(sine) * x) / width, PEAR_WIDEST - y];
  };
};

/** Two lobes with a cleft above, a point below: two curves a side, which the widest point parts. */
export const heart: Outline = (turn) => {
  const side = turn > 0.5 ? -1 : 1;
  const share = side === 1 ? turn * 2 : (1 - turn) * 2;
  const [x, y] =
    share < 0.5
      ? curve([0, -0.62], [0.14, -1.08], [1, -1.12], [1, -0.32], share * 2)
      : curve([1, -0.32], [1, 0.2], [0.37, 0.64], [0, 0.98], share * 2 - 1);
  return [side * x, (y - HEART_MIDDLE) / HEART_HALF];
};
/** The curves above reach from −0.9476 to 0.98. */
const [HEART_MIDDLE, HEART_HALF] = [0.0162, 0.9638];

/** Bézier's, of two ends and the two points that it bends to, at a share of 0 … 1. */
function curve(from: Point, first: Point, second: Point, to: Point, share: number): Point {
  const rest = 1 - share;
  const at = (axis: 0 | 1): number =>
    rest ** 3 * from[axis] +
    3 * rest ** 2 * share * first[axis] +
    3 * rest * share ** 2 * second[axis] +
    share ** 3 * to[axis];
  return [at(0), at(1)];
}

/**
 * The corners of a four-sided shape, clockwise from the upper left, or of a ring that lies everywhere as far within it.
 * @param cut what is cut off the shape's corners at 45°, in units of half its shorter side
 * @param inset how far within the shape's edge the ring lies, in the same units
 */
export function fourSides(widthToLength: number, cut: number, inset = 0): Point[] {
  // Half the sides, in units of half the shorter one.
  const [across, along] = [Math.max(1, widthToLength), Math.max(1, 1 / widthToLength)];
  const [right, bottom] = [across - inset, along - inset];
  const place = (x: number, y: number): Point => [x / across, y / along];
  if (cut === 0)
    return [place(-right, -bottom), place(right, -bottom), place(right, bottom), place(-right, bottom)];
  const corner = Math.max(0, Math.min(cut - inset * NARROWING, right, bottom));
  return [
    place(corner - right, -bottom),
    place(right - corner, -bottom),
    place(right, corner - bottom),
    place(right, bottom - corner),
    place(right - corner, bottom),
    place(corner - right, bottom),
    place(-right, bottom - corner),
    place(-right, corner - bottom),
  ];
}

/** By how much a corner cut at 45° gets smaller on a ring that lies 1 within. */
const NARROWING = 2 - Math.SQRT2;

/** The point at a share of the way from one to the other. */
export function between([ax, ay]: Point, [bx, by]: Point, share: number): Point {
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}
