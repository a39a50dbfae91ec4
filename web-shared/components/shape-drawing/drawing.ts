import { commonCutOf, facetsOf, outlineOf, type Facet, type Point } from '#contracts/cut-stones/index.ts';

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

/** What of a stone's proportions its drawing follows; percentages as certificates print them. */
export type DrawnProportions = {
  length?: number | undefined;
  width?: number | undefined;
  tablePct?: number | undefined;
  starHalves?: number | undefined;
  pavilionHalves?: number | undefined;
};

const HALF = 48;
const write = ([x, y]: readonly [number, number, ...number[]]): string =>
  `${(x * HALF).toFixed(2)} ${(y * HALF).toFixed(2)}`;
const closed = (points: readonly (readonly [number, number, ...number[]])[]): string =>
  `M${points.map(write).join('L')}Z`;
const edges = (facets: readonly Facet[]): string => facets.map(({ points }) => closed(points)).join('');

/** Light comes from the upper left. */
const LIGHT: Point = [-0.5, -0.866];

/** How much a facet's direction counts, by how many turns its light is turned, and what is added for even and odd places. */
type Shade = { steepness: number; turn?: number; even: number; odd: number };
const same = (steepness: number, more = 0): Shade => ({ steepness, even: more, odd: more });
const FLAT = same(0);
const SHADES: Readonly<Record<'crown' | 'pavilion', Partial<Record<Facet['name'], Shade>>>> = {
  crown: {
    star: same(0.35, 0.18),
    main: same(0.62),
    half: { steepness: 0.75, even: 0.16, odd: -0.22 },
    step: same(0.95),
  },
  pavilion: {
    main: { steepness: 0.5, turn: 0.5, even: 0.12, odd: -0.3 },
    half: { steepness: 0.4, turn: 0.5, even: -0.16, odd: 0.34 },
    chevron: { steepness: 0.45, turn: 0.5, even: 0.25, odd: -0.28 },
    step: { steepness: 0.6, turn: 0.5, even: 0, odd: 0 },
  },
};
/** Each step inwards is flatter and sends back less, or the other way beneath the table. */
const STEP_LESS = 0.26;
const ARROW = -0.62;

/** How bright a facet is: by where it lies, the more the steeper it is; neighbours differ, as they do in a stone. */
function toneOf({ part, name, place, points }: Facet, arrows: boolean): number {
  if (arrows && part === 'pavilion' && name === 'main') return ARROW;
  const {
    steepness,
    turn = 0,
    even,
    odd,
  } = (part === 'pavilion' ? SHADES.pavilion : SHADES.crown)[name] ?? FLAT;
  const [x, y] = points.reduce<Point>(([sx, sy], [px, py]) => [sx + px, sy + py], [0, 0]);
  const angle = Math.atan2(y, x) + turn * 2 * Math.PI;
  const lit = Math.cos(angle) * LIGHT[0] + Math.sin(angle) * LIGHT[1];
  if (name === 'step' && part === 'crown') return (steepness - STEP_LESS * place) * lit;
  if (name === 'step') return steepness * lit * (place % 2 === 0 ? 1 : -0.7);
  return steepness * lit + (place % 2 === 0 ? even : odd);
}

const STEPS = 5;

/** The facets as few paths, one for each step of brightness. */
function tonesOf(facets: readonly Facet[], arrows: boolean): Tone[] {
  const paths = new Map<number, string>();
  for (const facet of facets) {
    const step = Math.round(Math.max(-1, Math.min(1, toneOf(facet, arrows))) * STEPS);
    if (step !== 0) paths.set(step, (paths.get(step) ?? '') + closed(facet.points));
  }
  return [...paths].map(([step, path]) => ({ tone: step / STEPS, path }));
}

/** Hearts and arrows: the pavilion's mains stand out. */
const IDEALS = ['IDC', 'IDO', 'IDH'];
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
const believed = (percent: number | undefined, least: number, most: number): number | undefined =>
  percent !== undefined && percent >= least && percent <= most ? Math.round(percent) : undefined;

/**
 * The drawing of a shape code, by the stone's proportions where they are known and believable; an unknown shape is
 * drawn as a round.
 */
export function drawingOf(
  shapeCode: string,
  { length, width, tablePct, starHalves, pavilionHalves }: DrawnProportions = {},
  arrows = false,
): Drawing {
  const common = commonCutOf(shapeCode).widthToLength;
  const ratio = length && width ? Math.round((width / length) * 50) / 50 : common;
  const stone = {
    shapeCode,
    length: 1,
    width: ratio > 0.3 && ratio < 1.6 && shapeCode !== 'RD' ? ratio : common,
    tablePct: believed(tablePct, 35, 85),
    starHalves: believed(starHalves, 25, 75),
    pavilionHalves: believed(pavilionHalves, 55, 95),
  };
  const withArrows = arrows || IDEALS.includes(shapeCode);
  const key = [...Object.values(stone), withArrows].join(' ');
  let drawing = drawn.get(key);
  if (!drawing) {
    const facets = facetsOf(stone);
    const [crown, pavilion, table] = (['crown', 'pavilion', 'table'] as const).map((part) =>
      facets.filter((facet) => facet.part === part),
    ) as [Facet[], Facet[], Facet[]];
    drawing = {
      outline: closed(outlineOf(stone)),
      facets: edges(crown),
      table: edges(table),
      pavilion: edges(pavilion),
      crownTones: tonesOf(crown, false),
      pavilionTones: tonesOf(pavilion, withArrows),
    };
    drawn.set(key, drawing);
  }
  return drawing;
}

/** How much a shape is scaled within its field of −50 … 50, so that it looks as large as the others. */
export const scaleOf = (shapeCode: string): number => SQUARES[shapeCode] ?? 1;

/** The share of its field that the longer side of a shape's drawing takes. */
export const extentOf = (shapeCode: string): number => (HALF / 50) * scaleOf(shapeCode);
