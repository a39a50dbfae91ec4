import type { Facet, Point3 } from '#contracts/cut-stones/index.ts';
import { fancyHueOf, type Coloured } from '#contracts/vocabulary/fancy-hues.ts';

export type Rgb = readonly [red: number, green: number, blue: number];

/** A facet as it is seen: points in units of the stone's longer half, y down; painted in the order given. */
export type Seen = { points: readonly (readonly [number, number])[]; fill: string; opacity: number };

const ICE = rgb('#EEF5F9');
const IVORY = rgb('#FAF7EE');
const WARM = rgb('#F0CC66');
const BLACK = rgb('#16130F');
const WHITE: Rgb = [255, 255, 255];
const SHADOW = rgb('#27333D');
const WARM_SHADOW = rgb('#433322');

/** How much of what lies behind a facet in front its own light covers. */
const COVERING: Readonly<Record<Facet['part'], number>> = {
  table: 0.1,
  crown: 0.36,
  girdle: 0.62,
  pavilion: 0.42,
};

/** The colour of a stone's body: ice for D, warmer step by step to Z, and a fancy colour's own hue. */
export function bodyColour(stone: Coloured): Rgb {
  const { colour = 'G' } = stone;
  const fancy = fancyHueOf(stone);
  if (fancy === undefined) {
    const order = /^[D-Z]$/.test(colour) ? colour.charCodeAt(0) - 'D'.charCodeAt(0) : 3;
    // Yellow over ice would be green: what is warm has a white of its own.
    const steps = Math.max(0, order - 2);
    return mix(mix(ICE, IVORY, Math.min(1, steps / 3)), WARM, Math.min(0.7, steps * 0.055));
  }
  const own = rgb(fancy.own);
  const toned = fancy.overtone ? mix(own, rgb(fancy.overtone), 0.26) : own;
  return mix(ICE, mix(toned, BLACK, fancy.darkness / 100), fancy.strength / 100);
}

/**
 * The facets as they are seen when the stone is turned about its upright axis and then tipped towards the viewer, both
 * in turns: those behind first, through which the light comes back, then those in front, which cover them a little.
 */
export function seenFacets(facets: readonly Facet[], body: Rgb, turn: number, tip: number): Seen[] {
  // Grey shadows on yellow would be olive.
  const shadow = mix(SHADOW, WARM_SHADOW, Math.min(1, Math.max(0, (body[0] - body[2]) / 90)));
  const turned = facets.map(({ part, points }) => {
    const moved = points.map((point) => rotated(point, turn * 2 * Math.PI, tip * 2 * Math.PI));
    const middle = mean(moved);
    return { part, moved, middle, normal: normalOf(moved, middle) };
  });
  return turned
    .sort(
      (one, other) =>
        Number(one.normal[2] > 0) - Number(other.normal[2] > 0) || one.middle[2] - other.middle[2],
    )
    .map(({ part, moved, normal }) => {
      const front = normal[2] > 0;
      const tone = sparkle(normal, front ? 1 : 2.4) * (part === 'girdle' ? 0.4 : 1);
      const lit = tone > 0 ? mix(body, WHITE, tone * 0.92) : mix(body, mix(shadow, body, 0.3), -tone * 0.78);
      return {
        points: moved.map(([x, y]) => [x, y] as const),
        fill: hex(lit),
        opacity: front ? COVERING[part] : 1,
      };
    });
}

/** What a facet mirrors of the room: −1 dark to 1 bright, quickly changing with its direction, as cut stones do. */
function sparkle([x, y, z]: Point3, quickness: number): number {
  const [a, b] = [x * quickness, y * quickness];
  const room = 0.6 * Math.sin(4.1 * a + 2.3 * b + 1.1) + 0.55 * Math.cos(5.3 * b - 1.7 * a - 0.6) + 0.25 * z;
  return Math.max(-1, Math.min(1, room));
}

function rotated([x, y, z]: Point3, turn: number, tip: number): Point3 {
  const [across, towards] = [
    x * Math.cos(turn) + z * Math.sin(turn),
    z * Math.cos(turn) - x * Math.sin(turn),
  ];
  return [across, y * Math.cos(tip) - towards * Math.sin(tip), y * Math.sin(tip) + towards * Math.cos(tip)];
}

/** Outwards: the bodies are round about their middle. */
function normalOf(points: readonly Point3[], middle: Point3): Point3 {
  let [x, y, z] = [0, 0, 0];
  points.forEach(([ax, ay, az], index) => {
    const [bx, by, bz] = points[(index + 1) % points.length]!;
    x += (ay - by) * (az + bz);
    y += (az - bz) * (ax + bx);
    z += (ax - bx) * (ay + by);
  });
  const length = Math.hypot(x, y, z) || 1;
  const out = x * middle[0] + y * middle[1] + z * middle[2] < 0 ? -1 : 1;
  return [(out * x) / length, (out * y) / length, (out * z) / length];
}

function mean(points: readonly Point3[]): Point3 {
  const sum = points.reduce(([x, y, z], point) => [x + point[0], y + point[1], z + point[2]], [
    0, 0, 0,
  ] as Point3);
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}

/** The one, with a share of the other. */
export function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2): number => one[index] + (other[index] - one[index]) * share;
  return [part(0), part(1), part(2)];
}

export const hex = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Reads `#RRGGBB`. */
export function rgb(text: string): Rgb {
  const part = (from: number): number => Number.parseInt(text.slice(from, from + 2), 16);
  return [part(1), part(3), part(5)];
}
