import type { CustomerTerms } from '#contracts/events/index.ts';
import { day, type BillingWorld, type Life } from './billing-lives.ts';

/**
 * April's bill by stepping through its days, straight from the scripted lives: no fold, no intervals, no code
 * of the calculation. Slow and plain (rule: Worked bill).
 */

/** April in days from 1 March. */
const FROM = 31;
const DAYS = 30;
const PPM = 1_000_000n;

type State = 'NONE' | 'CUSTOMER' | 'PENDING_RETURN' | 'SOLD' | 'INVOICED';

/** The status of a life's first (0) or second (1) spell at a day's end. */
function stateAt(life: Life, spell: 0 | 1, n: number): State {
  if (spell === 1) return life.again !== null && n >= life.again ? 'CUSTOMER' : 'NONE';
  if (n < life.memo) return 'NONE';
  if (life.returned) {
    if (n >= life.returned.received) return 'NONE';
    return life.returned.intent !== null && n >= life.returned.intent ? 'PENDING_RETURN' : 'CUSTOMER';
  }
  if (life.sold) {
    if (life.sold.credit !== null && n >= life.sold.credit) return 'NONE';
    if (n >= life.sold.invoice) return 'INVOICED';
    return life.sold.intent !== null && n >= life.sold.intent ? 'SOLD' : 'CUSTOMER';
  }
  return 'CUSTOMER';
}

function termsOn({ terms, changes }: BillingWorld, n: number): CustomerTerms {
  let inForce = { ...terms };
  for (let today = 0; today <= n; today++)
    for (const change of changes) if (change.day === today) inForce = { ...inForce, ...change.terms };
  return inForce;
}

const feeRate = (life: Life, terms: CustomerTerms): number =>
  life.line === 'labGrown'
    ? terms.lgFeeRatePpm
    : life.line === 'fancyColour'
      ? terms.fcFeeRatePpm
      : terms.feeRatePpm;

const rebateRate = (life: Life, terms: CustomerTerms): number => {
  if (life.line === 'labGrown') return terms.lgRebatePpm;
  if (life.line === 'fancyColour') return terms.fcRebatePpm;
  return life.line === 'natural' && life.haf ? terms.hafRebatePpm : terms.normalRebatePpm;
};

/** Half away from zero, by counting. */
function rounded(top: bigint, bottom: bigint): number {
  const negative = top < 0n;
  const size = negative ? -top : top;
  const whole = size / bottom;
  const cents = Number(2n * (size - whole * bottom) >= bottom ? whole + 1n : whole);
  return negative && cents !== 0 ? -cents : cents;
}

export type OracleBill = {
  fees: number[];
  surcharge: number;
  trueUp: number;
  rebates: number;
  total: number;
};

/** April, in cents. */
export function aprilByDays(world: BillingWorld): OracleBill {
  const fees: number[] = [];
  let naturalFees = 0;
  let hafShare = 0n;
  let naturalShare = 0n;
  for (const life of world.lives) {
    let spentBefore = 0;
    for (const spell of [0, 1] as const) {
      const memo = spell === 0 ? life.memo : life.again;
      if (memo === null) continue;
      const period = termsOn(world, memo).gracePeriodDays;
      const near = spell === 1 && memo - life.returned!.received <= period;
      let grace = Math.max(0, period - (near ? spentBefore : 0));
      let spent = 0;
      let fee = 0n;
      let held = 0;
      for (let n = 0; n < FROM + DAYS; n++) {
        const state = stateAt(life, spell, n);
        if (n >= FROM && (state === 'CUSTOMER' || state === 'PENDING_RETURN')) held++;
        if (state !== 'CUSTOMER') continue;
        if (grace > 0) {
          grace--;
          spent++;
          continue;
        }
        if (n < FROM || life.freedom) continue;
        fee += BigInt(life.priceCents) * BigInt(feeRate(life, termsOn(world, n)));
        if (life.line !== 'natural') continue;
        naturalShare += BigInt(life.priceCents);
        if (life.haf) hafShare += BigInt(life.priceCents);
      }
      if (spell === 0) spentBefore = spent;
      if (held === 0) continue;
      const cents = rounded(fee, PPM * BigInt(DAYS));
      fees.push(cents);
      if (life.line === 'natural') naturalFees += cents;
    }
  }
  const rebates = rebatesOf(world);
  const surcharge = surchargeOf(world, naturalFees, hafShare, naturalShare);
  const trueUp = trueUpOf(world);
  const total = fees.reduce((sum, fee) => sum + fee, 0) + surcharge + trueUp + rebates;
  return { fees: fees.sort((a, b) => a - b), surcharge, trueUp, rebates, total };
}

function surchargeOf(world: BillingWorld, fees: number, haf: bigint, natural: bigint): number {
  if (haf === 0n) return 0;
  const { hafPct1Ppm, hafPct2Ppm } = termsOn(world, FROM + DAYS - 1);
  let over = 0n;
  for (const threshold of [hafPct1Ppm, hafPct2Ppm]) {
    const above = haf * PPM - BigInt(threshold) * natural;
    if (threshold > 0 && above > 0n) over += above;
  }
  return rounded(BigInt(fees) * over, natural * PPM);
}

function trueUpOf(world: BillingWorld): number {
  let sum = 0n;
  for (let n = FROM; n < FROM + DAYS; n++) {
    const { minInventoryCents, feeRatePpm } = termsOn(world, n);
    if (minInventoryCents === 0) continue;
    let held = 0;
    for (const life of world.lives)
      for (const spell of [0, 1] as const)
        if (['CUSTOMER', 'PENDING_RETURN'].includes(stateAt(life, spell, n))) held += life.priceCents;
    sum += BigInt(feeRatePpm) * BigInt(minInventoryCents - held);
  }
  return sum > 0n ? rounded(sum, PPM * BigInt(DAYS)) : 0;
}

/** Given with invoices of April, taken back with credits of April. */
function rebatesOf(world: BillingWorld): number {
  let sum = 0;
  for (const life of world.lives) {
    if (!life.sold) continue;
    const { invoice, credit } = life.sold;
    const given = rounded(BigInt(life.priceCents) * BigInt(rebateRate(life, termsOn(world, invoice))), PPM);
    if (day(invoice).startsWith('2026-04')) sum -= given;
    if (credit !== null && day(credit).startsWith('2026-04')) sum += given;
  }
  return sum;
}
