import { beforeAll, expect, test } from 'vitest';
import { stoneAttributesSchema } from '#contracts/events/index.ts';
import { daysBetween } from '#contracts/vocabulary/house-time.ts';
import { certificatePattern, type Counted, countSteps } from './testing/count-steps.ts';
import { DEMO_CUSTOMER } from './demo-customers.ts';
import { planDemo, type DemoPlan } from './plan.ts';
import type { Step } from './steps.ts';

const ZONE = 'America/New_York';
let plan: DemoPlan;
let steps: Step[];
let counted: Counted;
beforeAll(() => {
  plan = planDemo(1, '2026-11-20', ZONE);
  steps = plan.moments.flatMap((moment) => [...moment.steps]);
  counted = countSteps(steps);
});

test('the same seed and day give the same two years', () => {
  expect(JSON.stringify(planDemo(1, '2026-11-20', ZONE).moments)).toBe(JSON.stringify(plan.moments));
});

test('moments come in order, over two years, and end yesterday', () => {
  const times = plan.moments.map(({ at }) => at);
  expect([...times].sort()).toEqual(times);
  expect(new Set(times).size).toBe(times.length);
  expect(times[0]?.slice(0, 10)).toBe('2024-11-20');
  // 19:12 in New York is past midnight in UTC.
  expect(times.at(-1)).toBe('2026-11-20T00:12:00.000Z');
});

test('a few hundred stones of each line', () => {
  expect(counted.parcels).toEqual({ natural: 600, labGrown: 300, fancyColour: 150, jewellery: 200 });
  expect(counted.models).toBe(40);
});

test("stones are believable: valid attributes, certificates by the labs' patterns, each once", () => {
  const certificates = new Set<string>();
  for (const step of steps) {
    if (step.kind !== 'offer' || certificates.has(step.offer.parcelName)) continue;
    const { attributes } = step.offer;
    expect(stoneAttributesSchema.parse(attributes)).toEqual(attributes);
    if (attributes.certNo !== undefined)
      expect(attributes.certNo).toMatch(certificatePattern(attributes.lab));
  }
  const numbers = new Map(
    steps.flatMap((step) =>
      step.kind === 'offer' && step.offer.attributes.certNo !== undefined
        ? [[step.offer.parcelName, step.offer.attributes.certNo] as const]
        : [],
    ),
  );
  expect(new Set(numbers.values()).size).toBe(numbers.size);
});

test('gradings are such as their laboratories give', () => {
  for (const step of steps) {
    if (step.kind !== 'offer' || step.offer.line === 'jewellery') continue;
    const { attributes } = step.offer;
    const { lab, cut, polish, symmetry, shapeCode, lightPerformance, haSleeve } = attributes;
    expect(attributes.clarity).not.toBe('SI3');
    // GIA grades the cut of rounds only, none of them ideal; the house's ideal shapes come with AGS.
    const graded = shapeCode === 'RD' && attributes.colour !== 'FANCY';
    if (lab?.startsWith('GIA')) expect(graded ? ['EX', 'VG', 'G'] : [undefined]).toContain(cut);
    const muted = ['Brown', 'Champagne', 'Grey'].includes(attributes.fancyColour ?? '');
    if (muted) expect(attributes.fancyIntensity).not.toMatch(/Intense|Vivid/);
    if (cut === 'ID') expect(['AGS', 'IGI']).toContain(lab);
    if (cut === 'ID' || haSleeve)
      for (const grade of [polish, symmetry]) expect(['ID', 'EX']).toContain(grade);
    if (cut === 'EX') for (const grade of [polish, symmetry]) expect(['EX', 'VG']).toContain(grade);
    expect(lightPerformance).toBe(
      lab === 'AGS' ? { ID: '0', EX: '1', VG: '2', G: '3' }[cut ?? ''] : undefined,
    );
    if (lab === 'AGS') expect(lightPerformance).toBeDefined();
    const { depthPct = 0, crownHeight, girdlePct = 0, pavilionDepth = 0, length = 0, width = 0 } = attributes;
    expect(
      (100 * attributes.height!) / (shapeCode === 'RD' ? (length + width) / 2 : Math.min(length, width)),
    ).toBeCloseTo(depthPct, -0.5);
    if (crownHeight !== undefined) expect(crownHeight + girdlePct + pavilionDepth).toBeCloseTo(depthPct, 1);
  }
});

test('a model is priced as its pieces are, so that its price does not jump when the last is gone', () => {
  const costs = new Map<string, number[]>();
  for (const step of steps)
    if (step.kind === 'offer' && step.offer.piece) {
      const { model } = step.offer.piece;
      costs.set(model, [...(costs.get(model) ?? []), step.offer.costCents]);
    }
  let priced = 0;
  for (const step of steps) {
    if (step.kind !== 'import-model') continue;
    const own = costs.get(step.model.name);
    if (!own) continue;
    priced += 1;
    expect(step.model.fields.totalCents).toBeGreaterThan(Math.min(...own));
    expect(step.model.fields.totalCents).toBeLessThan(2 * Math.max(...own));
  }
  expect(priced).toBe(40);
});

test('a bracelet weighs what its stones weigh', () => {
  for (const step of steps) {
    if (step.kind !== 'offer' || !step.offer.piece) continue;
    expect(step.offer.attributes.weight).toBe(
      step.offer.piece.components.reduce((sum, stone) => sum + stone.weight, 0),
    );
  }
});

test('every kind of history is in it', () => {
  for (const kind of [
    'REQUEST',
    'RETURN',
    'SOLD',
    'MEMO',
    'RETURN_MEMO',
    'INVOICE',
    'CREDIT',
    'undo',
    'back-date',
    'version 2',
    'void',
    'change-terms',
    'change-vendor-terms',
    'repriced',
    'cart',
    'import-model',
    'request-models',
    'race',
    'reprice-spell',
    'desire',
    'fulfil-desire',
    'suspense',
  ]) {
    expect(counted.kinds[kind], kind).toBeGreaterThan(0);
  }
});

test('some documents arrive weeks after their date', () => {
  const delays = plan.moments.flatMap(({ at, steps: side }) =>
    side.flatMap((step) =>
      step.kind === 'document' ? [daysBetween(step.document.effectiveAt, at.slice(0, 10))] : [],
    ),
  );
  expect(delays.filter((days) => days >= 14).length).toBeGreaterThan(0);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
});

test('a step of a moment touches no parcel of another step of that moment', () => {
  for (const { steps: side } of plan.moments) {
    const names = side.flatMap((step) => {
      if (step.kind === 'instruct') return step.parcelNames;
      if (step.kind === 'race') return step.second.parcelNames;
      if (step.kind === 'reprice-spell') return [step.parcelName];
      return step.kind === 'document'
        ? [step.document.parcelName]
        : step.kind === 'correct'
          ? [step.parcelName]
          : step.kind === 'offer'
            ? [step.offer.parcelName]
            : [];
    });
    expect(new Set(names).size).toBe(names.length);
  }
});

test("the demo's jeweller never asks for more than its maximum", () => {
  for (const { exposures } of plan.moments)
    expect(exposures.get(DEMO_CUSTOMER) ?? 0).toBeLessThanOrEqual(22_000_000);
});
