import type { Stone } from '#contracts/api/stones.ts';
import type { Point } from '#contracts/cut-stones/index.ts';

/** Percentages of the average diameter, as graded. */
type ProfileFigures = {
  tablePct: number;
  crownHeight: number;
  girdlePct: number;
  pavilionDepth: number;
};
export type Profile = {
  figures: ProfileFigures;
  outline: readonly Point[];
  girdle: readonly (readonly [Point, Point])[];
};

/** A stone from the side, in percent of its diameter: x from −50 to 50, y down from the girdle's upper edge. Undefined when a figure is not graded. */
export function profileOf({
  tablePct,
  crownHeight,
  girdlePct,
  pavilionDepth,
}: Pick<Stone, 'tablePct' | 'crownHeight' | 'girdlePct' | 'pavilionDepth'>): Profile | undefined {
  if (
    tablePct === undefined ||
    crownHeight === undefined ||
    girdlePct === undefined ||
    pavilionDepth === undefined
  )
    return undefined;
  const half = tablePct / 2;
  const outline: Point[] = [
    [-half, -crownHeight],
    [half, -crownHeight],
    [50, 0],
    [50, girdlePct],
    [0, girdlePct + pavilionDepth],
    [-50, girdlePct],
    [-50, 0],
  ];
  const girdle = [
    [
      [-50, 0],
      [50, 0],
    ],
    [
      [-50, girdlePct],
      [50, girdlePct],
    ],
  ] as const;
  return { figures: { tablePct, crownHeight, girdlePct, pavilionDepth }, outline, girdle };
}
