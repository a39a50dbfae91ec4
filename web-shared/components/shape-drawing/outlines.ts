/** Outlines of shapes, seen from above: 1 from the centre to the top and bottom, `width` to the sides; y points down. */
export type Point = readonly [x: number, y: number];
/** The outline at an angle: 0 is to the right, a quarter turn is down. */
export type Outline = (angle: number) => Point;

export const TURN = Math.PI * 2;

export const ellipse =
  (width: number): Outline =>
  (angle) => [Math.cos(angle) * width, Math.sin(angle)];

/** A superellipse: straight sides that bend into round corners. */
export const cushion = (width: number): Outline => {
  const power = 3.3;
  return (angle) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const radius = (Math.abs(c) ** power + Math.abs(s) ** power) ** (-1 / power);
    return [c * radius * width, s * radius];
  };
};

/** Where a ray from the centre leaves a convex polygon. */
export const polygon =
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
export const marquise = (width: number): Outline => {
  const radius = (1 + width * width) / (2 * width);
  const shift = radius - width;
  return (angle) => {
    const [c, s] = [Math.abs(Math.cos(angle)), Math.sin(angle)];
    const reach = -shift * c + Math.sqrt(shift * shift * c * c + radius * radius - shift * shift);
    return [Math.cos(angle) * reach, s * reach];
  };
};

/** How far below the middle a pear is widest. */
const PEAR_WIDEST = 0.3;

/** Half an ellipse below, two arcs to a point above. */
export const pear = (width: number): Outline => {
  const rise = 1 + PEAR_WIDEST;
  const shift = (rise * rise - width * width) / (2 * width); // of the arcs' centres, so that they meet in the point
  return (angle) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    if (s >= 0) return [c * width, PEAR_WIDEST + s * (1 - PEAR_WIDEST)];
    const y = rise * s;
    const x = Math.sqrt(Math.max(0, (shift + width) ** 2 - y * y)) - shift;
    return [Math.sign(c) * x, PEAR_WIDEST + y];
  };
};

/** Two lobes with a cleft above, a point below: two curves a side. */
export const heart =
  (width: number): Outline =>
  (angle) => {
    const side = Math.cos(angle) < 0 ? -1 : 1;
    const share = Math.asin(Math.min(1, Math.max(-1, Math.sin(angle)))) / Math.PI + 0.5;
    const [x, y] =
      share < 0.5
        ? bezier([0, -0.62], [0.14, -1.08], [1, -1.12], [1, -0.32], share * 2)
        : bezier([1, -0.32], [1, 0.2], [0.37, 0.64], [0, 0.98], share * 2 - 1);
    return [side * x * width, y];
  };

const bezier = (a: Point, b: Point, c: Point, d: Point, t: number): Point => {
  const [u, v] = [1 - t, t];
  const at = (axis: 0 | 1) =>
    u * u * u * a[axis] + 3 * u * u * v * b[axis] + 3 * u * v * v * c[axis] + v * v * v * d[axis];
  return [at(0), at(1)];
};

/** A rectangle whose corners are cut at 45°, clockwise from the right side's foot. */
export const cutCorners = (width: number, cut: number, height = 1): Point[] => [
  [width, height - cut],
  [width - cut, height],
  [cut - width, height],
  [-width, height - cut],
  [-width, cut - height],
  [cut - width, -height],
  [width - cut, -height],
  [width, cut - height],
];
