import type { StoneAttributes } from '#contracts/events/index.ts';
import { caratsInWords, inCarats } from '#contracts/vocabulary/carats.ts';

/**
 * Carats of a stone per cubic millimetre of the box around it (length × width × height), as the trade estimates weights:
 * the density of diamond times the share of the box that the shape fills.
 */
export const CARATS_PER_BOX: Readonly<Record<string, number>> = {
  RD: 0.0061,
  OV: 0.0062,
  CU: 0.0082,
  EM: 0.0092,
  AS: 0.0083,
  MQ: 0.0058,
  PS: 0.006,
  PR: 0.0083,
  HS: 0.006,
  RAD: 0.0083,
  XP: 0.0083,
  IDC: 0.0078,
  IDO: 0.0062,
  IDH: 0.006,
};

/** Thick girdles and bulging pavilions stay within this share of the estimate; a slip of the pen does not. */
const WEIGHT_TOLERANCE = 0.25;
/** Percentage points by which the printed depth may differ from height ÷ width. */
const DEPTH_TOLERANCE = 3;
/** Quotients of decimal numbers are not exact: what is at a tolerance is within it. */
const ROUNDING = 1e-9;

export type MeasurementProblem = { attribute: 'height' | 'depthPct' | 'weight'; message: string };

/**
 * Measurements that a stone cannot have (rule: Rows left out): a weight that its volume cannot have, or a
 * depth % that its height and width contradict. Needs all three measurements, otherwise reports nothing.
 */
export function impossibleMeasurements({
  weight,
  shapeCode,
  length,
  width,
  height,
  depthPct,
}: StoneAttributes): MeasurementProblem[] {
  if (length === undefined || width === undefined || height === undefined) return [];
  const problems: MeasurementProblem[] = [];
  const estimate = CARATS_PER_BOX[shapeCode ?? ''];
  if (estimate !== undefined) {
    const expected = estimate * length * width * height;
    const carats = inCarats(weight);
    if (Math.abs(carats - expected) > WEIGHT_TOLERANCE * expected + ROUNDING) {
      problems.push({
        attribute: 'weight',
        message: `${caratsInWords(weight)} does not fit ${length} × ${width} × ${height} mm, which is about ${expected.toFixed(2)} ct: correct the weight or the measurements`,
      });
    }
  }
  if (depthPct !== undefined) {
    // A round's depth is of its average diameter, another shape's of its width, the shorter side.
    const across = shapeCode === 'RD' ? (length + width) / 2 : Math.min(length, width);
    const measured = (height / across) * 100;
    if (Math.abs(measured - depthPct) > DEPTH_TOLERANCE + ROUNDING) {
      problems.push({
        attribute: 'depthPct',
        message: `${depthPct} % is not the depth of ${length} × ${width} × ${height} mm, which is ${measured.toFixed(1)} %`,
      });
    }
  }
  return problems;
}
