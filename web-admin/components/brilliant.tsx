const SIZE = 48;
const EIGHTH = Math.PI / 4;
/** Radii of the table's corners and of the stars' tips, as shares of the girdle's. */
const TABLE = 0.56;
const STAR = 0.74;

const point = (radius: number, eighths: number): string => {
  const angle = eighths * EIGHTH;
  return `${(Math.cos(angle) * radius * SIZE).toFixed(2)} ${(Math.sin(angle) * radius * SIZE).toFixed(2)}`;
};

/** Of each eighth of a round brilliant's crown: the table's edge, two sides of a star, and the halves at the girdle. */
const facets = Array.from({ length: 8 }, (_, eighth) => {
  const [before, middle, after] = [eighth - 0.5, eighth, eighth + 0.5];
  return [
    `M${point(TABLE, before)}L${point(TABLE, after)}`,
    `M${point(TABLE, before)}L${point(STAR, middle)}L${point(TABLE, after)}`,
    `M${point(1, before)}L${point(STAR, middle)}L${point(1, after)}`,
    `M${point(STAR, middle)}L${point(1, middle)}`,
  ].join('');
}).join('');

/** The crown of a round brilliant seen from above; a decoration. */
export function Brilliant() {
  return (
    <svg
      viewBox="-50 -50 100 100"
      fill="none"
      stroke="var(--facet)"
      strokeWidth="1.2"
      aria-hidden="true"
      focusable="false"
    >
      <circle r={SIZE} vectorEffect="non-scaling-stroke" />
      <path d={facets} vectorEffect="non-scaling-stroke" strokeLinejoin="round" />
    </svg>
  );
}
