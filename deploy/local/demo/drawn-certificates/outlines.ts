/** In units of half the stone's width and length: the stone fills −1 … 1 both ways; y points down. */
export type Point = readonly [x: number, y: number];

/** The edge of a shape: its point at a turn of 0 … 1 round the stone, from the top, clockwise. */
export type Outline = (turn: number) => Point;

const TURN = 2 * Math.PI;

const ellipse: Outline = (turn) => [Math.sin(turn * TURN), -Math.cos(turn * TURN)];

/** Straight sides that bend into round corners. */
const cushion: Outline = (turn) => {
  const [sine, cosine] = [Math.sin(turn * TURN), Math.cos(turn * TURN)];
  const radius = (Math.abs(sine) ** 3.4 + Math.abs(cosine) ** 3.4) ** (-1 / 3.4);
  return [sine * radius, -cosine * radius];
};

/** A point at both ends. */
const marquise: Outline = (turn) => {
  const [sine, cosine] = [Math.sin(turn * TURN), Math.cos(turn * TURN)];
  return [Math.sign(sine) * (1 - cosine ** 2), -cosine];
};

/** A point at the top, round below; widest under the middle. */
const WIDEST = 0.24;
const pear: Outline = (turn) => {
  const [sine, cosine] = [Math.sin(turn * TURN), Math.cos(turn * TURN)];
  if (cosine < 0) return [sine, WIDEST - cosine * (1 - WIDEST)];
  return [Math.sign(sine) * (1 - cosine ** 2) ** 0.9, WIDEST - cosine * (1 + WIDEST)];
};

/** A cleft at the top, a point at the bottom. */
const heart: Outline = (turn) => {
  const angle = turn * TURN;
  const y = 13 * Math.cos(angle) - 5 * Math.cos(2 * angle) - 2 * Math.cos(3 * angle) - Math.cos(4 * angle);
  // The curve reaches from −17 to 11.95.
  const sine = Math.sin(angle);
  return [Math.sign(sine) * Math.abs(sine) ** 2.2, -(y + 2.52) / 14.48];
};

export const BRILLIANT_OUTLINES: Readonly<Record<string, Outline>> = {
  RD: ellipse,
  OV: ellipse,
  IDO: ellipse,
  CU: cushion,
  IDC: cushion,
  MQ: marquise,
  PS: pear,
  HS: heart,
  IDH: heart,
};

/** Where the facets of a shape meet: off the middle for a pear and a heart. */
export const CENTRES: Readonly<Record<string, Point>> = { PS: [0, WIDEST], HS: [0, -0.05], IDH: [0, -0.05] };

/** What is cut off the corners of a four-sided shape, in units of half its shorter side. */
export const CORNERS: Readonly<Record<string, number>> = { EM: 0.3, AS: 0.52, RAD: 0.3, PR: 0, XP: 0 };

/** The corners of a four-sided shape, clockwise from the top: `corner` of half its shorter side is cut off at 45°; `ratio` is length ÷ width. */
export function rimOf(corner: number, ratio: number): Point[] {
  const cut = corner * Math.min(1, ratio);
  const [x, y] = [1 - cut, 1 - cut / ratio];
  if (corner === 0)
    return [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ];
  return [
    [-x, -1],
    [x, -1],
    [1, -y],
    [1, y],
    [x, 1],
    [-x, 1],
    [-1, y],
    [-1, -y],
  ];
}

/** The point at a share of the way from one to the other. */
export function between([ax, ay]: Point, [bx, by]: Point, share: number): Point {
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}
