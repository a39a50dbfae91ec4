import type { StoneAttributes } from '#contracts/events/index.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import { CARATS_PER_BOX } from '#services/vendors/index.ts';
import type { Random } from '#services/platform/random.ts';

/** Length ÷ width that people buy, by shape. */
const RATIOS: Readonly<Record<string, readonly [number, number]>> = {
  OV: [1.35, 1.5],
  CU: [1, 1.15],
  EM: [1.3, 1.5],
  AS: [1, 1.04],
  MQ: [1.8, 2.1],
  PS: [1.45, 1.65],
  PR: [1, 1.04],
  HS: [0.97, 1.05],
  RAD: [1, 1.3],
  XP: [1, 1.02],
  IDC: [1, 1.03],
  IDO: [1.35, 1.45],
  IDH: [0.98, 1.03],
};
const STEP_CUTS = ['EM', 'AS'];

type Proportions = Pick<StoneAttributes, 'length' | 'width' | 'height' | 'tablePct' | 'depthPct'> &
  Partial<StoneAttributes>;

const cents = (value: number): number => Number(value.toFixed(2));
const tenth = (value: number): number => Number(value.toFixed(1));
const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180);

/**
 * Measurements that fit the weight (thousandths of a carat), and proportions that fit the measurements: the box's
 * volume follows from the weight, its sides from the shape's ratio and depth.
 */
export function proportionsOf(random: Random, shapeCode: string, milliCarats: number): Proportions {
  const volume = inCarats(milliCarats) / (CARATS_PER_BOX[shapeCode] ?? 0.0075);
  if (shapeCode === 'RD') {
    const girdlePct = random.between(2.5, 4.5, 0.5);
    const crownAngle = random.between(33.5, 35.5, 0.5);
    // Most tables are near the middle.
    const tablePct = Math.round((random.int(54, 60) + random.int(54, 60)) / 2);
    const pavilionAngle = random.between(40.6, 41.2, 0.2);
    const crownHeight = tenth(((100 - tablePct) / 2) * tangent(crownAngle));
    const pavilionDepth = tenth(50 * tangent(pavilionAngle));
    // Crown, girdle and pavilion are the depth.
    const depthPct = tenth(crownHeight + girdlePct + pavilionDepth);
    const diameter = Math.cbrt(volume / (depthPct / 100));
    const [shorter, longer] = [random.between(0, 0.02, 0.01), random.between(0.01, 0.03, 0.01)];
    return {
      length: cents(diameter - shorter),
      width: cents(diameter + longer),
      height: cents((diameter * depthPct) / 100),
      tablePct,
      depthPct,
      crownAngle,
      crownHeight,
      pavilionAngle,
      pavilionDepth,
      girdlePct,
      starHalves: random.between(45, 55, 5),
      pavilionHalves: random.between(75, 80, 5),
    };
  }
  const [low, high] = RATIOS[shapeCode] ?? [1, 1.2];
  const ratio = random.between(low, high, 0.01);
  const depthPct = random.between(58, STEP_CUTS.includes(shapeCode) ? 68 : 66, 0.1);
  // Depth is of the shorter side.
  const shorter = Math.cbrt(volume / ((depthPct / 100) * Math.max(ratio, 1 / ratio)));
  const longer = shorter * Math.max(ratio, 1 / ratio);
  const [length, width] = ratio >= 1 ? [longer, shorter] : [shorter, longer];
  return {
    length: cents(length),
    width: cents(width),
    height: cents((shorter * depthPct) / 100),
    tablePct: random.int(56, 68),
    depthPct,
    girdlePct: random.between(2.5, 6, 0.5),
  };
}
