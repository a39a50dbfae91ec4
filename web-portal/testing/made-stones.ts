import type { Stone } from '#contracts/api/stones.ts';
import { shapeNames, SHAPES } from '#contracts/vocabulary/shapes.ts';

const shapeName = shapeNames(SHAPES);

/** Believable stones for tests and for work on the screens: the same ones for the same count and seed. */
export function madeStones(count: number, seed = 1): Stone[] {
  const random = generator(seed);
  const pick = <Value>(values: readonly Value[], skew = 1): Value =>
    values[Math.floor(random() ** skew * values.length)]!;
  return Array.from({ length: count }, (_, place) => {
    const shapeCode = pick(SHAPE_CODES, 1.9);
    const round = shapeCode === 'RD';
    const weight = Math.round((0.3 + random() ** 2.6 * 4.2) * 100) / 100;
    const colour = pick(COLOURS);
    const clarity = pick(CLARITIES);
    const lab = random() < 0.9 ? 'GIA' : 'FM';
    const certNo =
      lab === 'GIA'
        ? String(1_000_000_000 + Math.floor(random() * 8_999_999_999))
        : String(40_000_000 + Math.floor(random() * 9_999_999));
    const side = Math.cbrt(weight) * 6.42;
    const stretch = STRETCH[shapeCode] ?? 1.02;
    const length = round2(side * Math.sqrt(stretch));
    const width = round2(side / Math.sqrt(stretch));
    const depthPct = round1(58 + random() * 8);
    const rap =
      Math.round(
        ((2100 + weight * 5200) *
          (1.9 - COLOURS.indexOf(colour) * 0.1) *
          (1.6 - CLARITIES.indexOf(clarity) * 0.09)) /
          100,
      ) * 100;
    const rapPercent = -22 - Math.floor(random() * 76) / 4;
    const ppc = round2(rap * (1 + rapPercent / 100));
    const tier = random() < 0.72 ? pick(TIERS, 1.4) : undefined;
    const stone: Stone = {
      parcelName: `VTR-${String(100_000 + place)}`,
      certNo,
      shortCertNo: certNo,
      lab,
      weight,
      shapeCode,
      shapeName: shapeName(shapeCode),
      colour,
      clarity,
      fluorescence: pick(FLUORESCENCES, 2.2),
      polish: pick(GRADES, 2),
      symmetry: pick(GRADES, 1.6),
      tablePct: round1(53 + random() * 10),
      depthPct,
      length,
      width,
      height: round2((width * depthPct) / 100),
      crownAngle: round1(33 + random() * 3),
      pavilionAngle: round1(40 + random() * 1.5),
      crownHeight: round1(13 + random() * 4),
      pavilionDepth: round1(42 + random() * 2),
      girdlePct: round1(2.5 + random() * 2),
      total: round2(ppc * weight),
      ppc,
      displayRap: rap,
      displayRapPercent: rapPercent,
      status: 'AVAILABLE',
      inCart: false,
      tentativeAvailability: random() < 0.14,
      lastUpdated: new Date(Date.UTC(2026, 9, 1) + Math.floor(random() * 4_000_000_000)).toISOString(),
      labGrown: false,
      fancyColoured: false,
      virtual: false,
    };
    if (round) stone.cut = pick(GRADES, 1.9);
    if (tier) stone.tier = tier;
    if (round && random() < 0.25) stone.haSleeve = true;
    if (random() < 0.35) stone.photoUrl = `https://video.example/v360/${certNo}`;
    return stone;
  });
}

const SHAPE_CODES = ['RD', 'OV', 'CU', 'EM', 'PS', 'PR', 'MQ', 'RAD', 'AS', 'HS', 'XP', 'IDC', 'IDO', 'IDH'];
const STRETCH: Readonly<Record<string, number>> = {
  OV: 1.4,
  EM: 1.42,
  PS: 1.52,
  MQ: 1.95,
  RAD: 1.28,
  IDO: 1.36,
};
const COLOURS = [...'DEFGHIJKLM'];
const CLARITIES = ['FL', 'IF', 'VVS1', 'VVS2', 'VS1', 'VS2', 'SI1', 'SI2'];
const FLUORESCENCES = ['N', 'F', 'M', 'S'];
const GRADES = ['EX', 'VG', 'G'];
const TIERS = ['Essentials', 'Reserve', 'Disons', 'Fairway', 'Kunming', 'Unbound', 'Exceptional'];

const round1 = (value: number): number => Math.round(value * 10) / 10;
const round2 = (value: number): number => Math.round(value * 100) / 100;

/** Mulberry32: small, quick, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
