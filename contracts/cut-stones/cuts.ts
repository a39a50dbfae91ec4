import {
  cushion,
  ellipse,
  heart,
  marquise,
  pear,
  PEAR_WIDEST,
  type Outline,
  type Point,
} from './outlines.ts';

/** How a shape is cut: a round brilliant's facets over an outline, steps, or chevrons beneath the table. */
type Pattern =
  | {
      readonly kind: 'brilliant';
      readonly outline: (widthToLength: number) => Outline;
      /** Where the facets meet: off the middle for a pear and a heart. */
      readonly centre: Point;
    }
  /** `corner` is what is cut off the corners, in units of half the shorter side. */
  | { readonly kind: 'steps'; readonly corner: number }
  | { readonly kind: 'chevrons'; readonly corner: number; readonly chevrons: number };

/** A shape as it is commonly cut. */
export type CommonCut = {
  readonly pattern: Pattern;
  /** Width ÷ length. */
  readonly widthToLength: number;
  /** In percent of the width, as certificates print it. */
  readonly tablePct: number;
};

const brilliant = (outline: (widthToLength: number) => Outline, centre: Point = [0, 0]): Pattern => ({
  kind: 'brilliant',
  outline,
  centre,
});
const round = brilliant(() => ellipse);
const cushioned = brilliant(() => cushion);
const hearted = brilliant(() => heart, [0, -0.05]);

const ROUND: CommonCut = { pattern: round, widthToLength: 1, tablePct: 57 };

const CUTS: Readonly<Record<string, CommonCut>> = {
  RD: ROUND,
  OV: { pattern: round, widthToLength: 0.72, tablePct: 58 },
  CU: { pattern: cushioned, widthToLength: 0.9, tablePct: 60 },
  EM: { pattern: { kind: 'steps', corner: 0.3 }, widthToLength: 0.72, tablePct: 62 },
  AS: { pattern: { kind: 'steps', corner: 0.48 }, widthToLength: 1, tablePct: 60 },
  MQ: { pattern: brilliant(marquise), widthToLength: 0.5, tablePct: 57 },
  PS: { pattern: brilliant(pear, [0, PEAR_WIDEST]), widthToLength: 0.66, tablePct: 57 },
  PR: { pattern: { kind: 'chevrons', corner: 0, chevrons: 2 }, widthToLength: 1, tablePct: 68 },
  HS: { pattern: hearted, widthToLength: 1, tablePct: 55 },
  RAD: { pattern: { kind: 'chevrons', corner: 0.3, chevrons: 3 }, widthToLength: 0.78, tablePct: 62 },
  XP: { pattern: { kind: 'chevrons', corner: 0, chevrons: 4 }, widthToLength: 1, tablePct: 66 },
  IDC: { pattern: cushioned, widthToLength: 1, tablePct: 58 },
  IDO: { pattern: round, widthToLength: 0.74, tablePct: 57 },
  IDH: { pattern: hearted, widthToLength: 1, tablePct: 55 },
};

/** How a shape is commonly cut, by its code; an unknown one as a round. */
export const commonCutOf = (shapeCode: string): CommonCut => CUTS[shapeCode] ?? ROUND;
