import type { StoneAttributes } from '#contracts/events/index.ts';
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

/**
 * Measurements that fit the weight (thousandths of a carat), and proportions that fit the measurements: the box's
 * volume follows from the weight, its sides from the shape's ratio and depth.
 */
export function proportionsOf(random: Random, shapeCode: string, milliCarats: number): Proportions {
  const volume = milliCarats / 1000 / (CARATS_PER_BOX[shapeCode] ?? 0.0075);
  if (shapeCode === 'RD') {
    const depthPct = random.between(59.3, 63.2, 0.1);
    const diameter = Math.cbrt(volume / (depthPct / 100));
    const crownAngle = random.between(33, 36, 0.5);
    const tablePct = random.int(54, 60);
    const wobble = random.between(0.01, 0.05, 0.01);
    return {
      length: cents(diameter - wobble / 2),
      width: cents(diameter + wobble / 2),
      height: cents((diameter * depthPct) / 100),
      tablePct,
      depthPct,
      crownAngle,
      crownHeight: Number((((100 - tablePct) / 2) * Math.tan((crownAngle * Math.PI) / 180)).toFixed(1)),
      pavilionAngle: random.between(40.4, 41.4, 0.2),
      pavilionDepth: random.between(42.5, 44, 0.5),
      girdlePct: random.between(2.5, 4.5, 0.5),
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
