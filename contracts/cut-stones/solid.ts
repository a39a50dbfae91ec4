import { brilliantFacets } from './brilliant.ts';
import { commonCutOf } from './cuts.ts';
import type { Facet, Levels, Proportions } from './facet.ts';
import { chevronFacets, stepFacets } from './four-sided.ts';
import { fourSides, type Point } from './outlines.ts';

/** Measurements in millimetres, the rest in percent as graded; what is not known is cut as is common for the shape. */
export type CutStone = {
  shapeCode: string;
  length?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  tablePct?: number | undefined;
  crownHeight?: number | undefined;
  girdlePct?: number | undefined;
  starHalves?: number | undefined;
  pavilionHalves?: number | undefined;
};

/** Percentages of the shorter side, and of the way from the table or the culet to the girdle. */
const COMMON = { height: 61, crown: 15, girdle: 4, stars: 50, halves: 77 };
/** A pavilion that the measurements leave no room for is this high, in units of the longer half. */
const LEAST_PAVILION = 0.2;
/** Of a curved outline's points. */
const turns = Array.from({ length: 96 }, (_, index) => index / 96);

/** The edge of a stone from above, from the top, clockwise; x to the right, y down, the stone's longer half is 1. */
export function outlineOf(stone: CutStone): Point[] {
  const { pattern } = commonCutOf(stone.shapeCode);
  const [across, along] = halvesOf(stone);
  const ratio = across / along;
  const points =
    pattern.kind === 'brilliant' ? turns.map(pattern.outline(ratio)) : fourSides(ratio, pattern.corner);
  return points.map(([x, y]) => [x * across, y * along]);
}

/** The facets of a stone as a body: its table towards z, each facet's points round its edge. */
export function facetsOf(stone: CutStone): Facet[] {
  const common = commonCutOf(stone.shapeCode);
  const { pattern } = common;
  const [across, along] = halvesOf(stone);
  const ratio = across / along;
  const proportions: Proportions = {
    table: (stone.tablePct ?? common.tablePct) / 100,
    stars: (stone.starHalves ?? COMMON.stars) / 100,
    halves: (stone.pavilionHalves ?? COMMON.halves) / 100,
  };
  const levels = levelsOf(stone, across, along);
  const facets =
    pattern.kind === 'brilliant'
      ? brilliantFacets(pattern.outline(ratio), pattern.centre, proportions, levels)
      : pattern.kind === 'steps'
        ? stepFacets(ratio, pattern.corner, proportions.table, levels)
        : chevronFacets(ratio, pattern.corner, pattern.chevrons, proportions.table, levels);
  return facets.map((facet) => ({
    ...facet,
    points: facet.points.map(([x, y, z]) => [x * across, y * along, z]),
  }));
}

/** Half the width and half the length, the longer of them 1. */
function halvesOf({ shapeCode, length, width }: CutStone): Point {
  const ratio = length && width ? width / length : commonCutOf(shapeCode).widthToLength;
  return [Math.min(1, ratio), Math.min(1, 1 / ratio)];
}

/** Over the girdle's middle. */
function levelsOf(stone: CutStone, across: number, along: number): Levels {
  const percent = (2 * Math.min(across, along)) / 100;
  const girdle = (stone.girdlePct ?? COMMON.girdle) * percent;
  const crown = (stone.crownHeight ?? COMMON.crown) * percent;
  const { length, width, height } = stone;
  const total = length && width && height ? (2 * height) / Math.max(length, width) : COMMON.height * percent;
  const pavilion = Math.max(LEAST_PAVILION, total - girdle - crown);
  return {
    table: girdle / 2 + crown,
    upper: girdle / 2,
    lower: -girdle / 2,
    culet: -girdle / 2 - pavilion,
  };
}
