import {
  type BillLine,
  type DocumentRef,
  type LineOf,
  type Override,
  type VendorPart,
} from '#contracts/billing/index.ts';
import type { CustomerTerms } from '#contracts/events/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { applyRate } from '#contracts/vocabulary/money.ts';
import type { FoldedParcel, Standing } from './account.ts';
import type { BillableSpell, DocumentEntry } from './billable-spells.ts';
import { houseShare, vendorShare } from './exact.ts';
import { partOf } from './fees.ts';
import { pinnedFor, pinnedOf } from './pinned.ts';
import { termsOfMonth, vendorTermsOn, type TermsOfMonth } from './terms-in-month.ts';
import { type Month, monthOf } from '#contracts/vocabulary/months.ts';

type Settled = { override: BillLine['override']; amountCents: number };
/** What an override makes of a computed amount, by the line's key. */
type Settle = (key: string, computedCents: number) => Settled;

type Trade = BillableSpell['invoices'][number];

/** Policy version 1 took each MEMO of a stone that is on memo already for one more shipment. */
export type Shipments = 'EACH_MEMO' | 'FIRST_MEMO';

/**
 * Up to policy version 3 a pinned rebate that stands for another invoice's counted as if it had never been agreed, and
 * of its own invoice's the vendor's part was shared anew.
 */
export type Reversals = 'OWN_OVERRIDE' | 'PINNED_REBATE';

export type TradesDeps = {
  account: Standing;
  month: Month;
  terms: TermsOfMonth;
  settle: Settle;
  /** Whether each MEMO of a spell is a shipment, or its first one alone. */
  shipments: Shipments;
  /** Whether a CREDIT takes back what its invoice's own override says, or the pinned rebate that is or stands for it. */
  reversals: Reversals;
  /** Whether the month is taken as it was billed, with what its bill pins; made again, it has its overrides alone. */
  asBilled: boolean;
  /** The overrides that count for another month: those of its bill. */
  overridesOf: (month: Month) => readonly Override[];
};

/**
 * A parcel's sales at zero with their rebates, credits that take both back, and memos shipped (rule: Rebate;
 * rule: Vendor parts).
 */
export function tradeLines(
  deps: TradesDeps,
  { state, spells, strayCredits }: Pick<FoldedParcel, 'state' | 'spells' | 'strayCredits'>,
): BillLine[] {
  const { month } = deps;
  const lines: BillLine[] = [];
  for (const spell of spells) {
    const shipped = deps.shipments === 'EACH_MEMO' ? spell.memos : spell.memos.slice(0, 1);
    for (const memo of shipped)
      if (monthOf(memo.day) === month) lines.push(...deploymentLine(deps, spell, memo));
    for (const trade of spell.invoices) {
      if (monthOf(trade.invoice.day) === month)
        lines.push(saleLine(deps, spell, trade), rebateLine(deps, spell, trade));
      if (trade.credit && monthOf(trade.credit.day) === month)
        lines.push(
          creditLine(deps, spell, trade, trade.credit),
          ...reversalLine(deps, spells, spell, trade, trade.credit),
        );
    }
  }
  for (const credit of strayCredits)
    if (monthOf(credit.day) === month)
      lines.push(strayCreditLine(deps, state.parcelName, state.line, credit));
  return lines;
}

function refOf({ eventId, identity, effectiveAt, day, amountCents }: DocumentEntry): DocumentRef {
  return { eventId, document: identity, effectiveAt, day, amountCents: amountCents ?? 0 };
}

/** What vendor and house get of a sale at the frozen prices: V + saleShare × max(0, P_list − V), and the rest. */
function sharesOfSale(account: Standing, spell: BillableSpell, { invoice, frozen }: Trade) {
  const { saleSharePpm } = vendorTermsOn(account, spell.vendorId, invoice.day);
  const { costCents, listPriceCents } = frozen;
  const marginCents = Math.max(0, listPriceCents - costCents);
  const part: VendorPart = {
    vendorId: spell.vendorId,
    parcelName: spell.parcelName,
    flatCents: costCents,
    baseCents: marginCents,
    sharePpm: saleSharePpm,
    amountCents: costCents + vendorShare(marginCents, saleSharePpm),
  };
  const houseOfMargin =
    listPriceCents < costCents ? listPriceCents - costCents : houseShare(marginCents, saleSharePpm);
  return { part, houseOfMargin, listPriceCents };
}

function saleLine({ account, settle }: TradesDeps, spell: BillableSpell, trade: Trade): LineOf<'SALE'> {
  const { invoice, frozen } = trade;
  const key = `SALE:${spell.parcelName}:${invoice.identity}`;
  const settled = settle(key, 0);
  const { part, houseOfMargin, listPriceCents } = sharesOfSale(account, spell, trade);
  const invoiced = invoice.amountCents ?? 0;
  return {
    kind: 'SALE',
    key,
    ...ofParcel(spell),
    computedCents: 0,
    ...settled,
    vendorParts: [part],
    tradingSystemCents: invoiced,
    // giaRoundDiscount, and what the document says beside the frozen price, is the house's own.
    houseCents: settled.amountCents + (invoiced - listPriceCents) + houseOfMargin,
    working: {
      spellKey: spell.spell.key,
      invoice: refOf(invoice),
      priceCents: frozen.customerPriceCents,
      listPriceCents,
      costCents: frozen.costCents,
    },
  };
}

function creditLine(
  { account, settle }: TradesDeps,
  spell: BillableSpell,
  trade: Trade,
  credit: DocumentEntry,
): LineOf<'CREDIT'> {
  const key = `CREDIT:${spell.parcelName}:${credit.identity}`;
  const settled = settle(key, 0);
  const { part, houseOfMargin, listPriceCents } = sharesOfSale(account, spell, trade);
  const credited = credit.amountCents ?? 0;
  return {
    kind: 'CREDIT',
    key,
    ...ofParcel(spell),
    computedCents: 0,
    ...settled,
    vendorParts: [takenBack(part)],
    tradingSystemCents: 0 - credited,
    houseCents: settled.amountCents - (credited - listPriceCents) - houseOfMargin,
    working: { credit: refOf(credit), invoice: refOf(trade.invoice) },
  };
}

const takenBack = (part: VendorPart): VendorPart => ({
  ...part,
  flatCents: 0 - part.flatCents,
  baseCents: 0 - part.baseCents,
  amountCents: 0 - part.amountCents,
});

function strayCreditLine(
  { settle }: TradesDeps,
  parcelName: string,
  line: BillableSpell['line'],
  credit: DocumentEntry,
): LineOf<'CREDIT'> {
  const key = `CREDIT:${parcelName}:${credit.identity}`;
  const settled = settle(key, 0);
  const credited = credit.amountCents ?? 0;
  return {
    kind: 'CREDIT',
    key,
    parcelName,
    line,
    computedCents: 0,
    ...settled,
    vendorParts: [],
    tradingSystemCents: 0 - credited,
    houseCents: settled.amountCents - credited,
    working: { credit: refOf(credit), invoice: null },
  };
}

type RebateTerm = LineOf<'REBATE'>['working']['term'];

/**
 * Natural and jewellery take the normal rebate, HAF stones theirs; the line decides before HAF (rule: Rebate;
 * rule: HAF).
 */
function rebateRateOf(
  { line, haf }: BillableSpell,
  terms: CustomerTerms,
): { term: RebateTerm; ratePpm: number } {
  if (line === 'labGrown') return { term: 'lgRebate', ratePpm: terms.lgRebatePpm };
  if (line === 'fancyColour') return { term: 'fcRebate', ratePpm: terms.fcRebatePpm };
  return haf
    ? { term: 'hafRebate', ratePpm: terms.hafRebatePpm }
    : { term: 'normalRebate', ratePpm: terms.normalRebatePpm };
}

const rebateKey = (spell: BillableSpell, invoice: DocumentEntry): string =>
  `REBATE:${spell.parcelName}:${invoice.identity}`;

function rebateOf(spell: BillableSpell, { invoice, frozen }: Trade, terms: TermsOfMonth) {
  const { term, ratePpm } = rebateRateOf(spell, terms.at(invoice.day));
  return { term, ratePpm, computedCents: 0 - applyRate(frozen.customerPriceCents, ratePpm) };
}

/** What vendor and house bear of a rebate, by the vendor's terms of the INVOICE's day (rule: Vendor parts). */
function sharesOfRebate(
  account: Standing,
  { vendorId, parcelName }: BillableSpell,
  invoice: DocumentEntry,
  amountCents: number,
): Pick<BillLine, 'vendorParts' | 'tradingSystemCents' | 'houseCents'> {
  const { rebateSharePpm } = vendorTermsOn(account, vendorId, invoice.day);
  return {
    vendorParts: partOf(vendorId, parcelName, amountCents, rebateSharePpm),
    tradingSystemCents: 0,
    houseCents: houseShare(amountCents, rebateSharePpm),
  };
}

function rebateLine(
  { account, terms, settle }: TradesDeps,
  spell: BillableSpell,
  trade: Trade,
): LineOf<'REBATE'> {
  const { invoice, frozen } = trade;
  const { term, ratePpm, computedCents } = rebateOf(spell, trade, terms);
  const key = rebateKey(spell, invoice);
  const settled = settle(key, computedCents);
  return {
    kind: 'REBATE',
    key,
    ...ofParcel(spell),
    computedCents,
    ...settled,
    ...sharesOfRebate(account, spell, invoice, settled.amountCents),
    working: {
      spellKey: spell.spell.key,
      invoice: refOf(invoice),
      priceCents: frozen.customerPriceCents,
      ratePpm,
      term,
    },
  };
}

/** Takes back exactly what the invoice's rebate gave, by the overrides of its own month (rule: Rebate). */
function reversalLine(
  deps: TradesDeps,
  spells: readonly BillableSpell[],
  spell: BillableSpell,
  trade: Trade,
  credit: DocumentEntry,
): LineOf<'REBATE_REVERSAL'>[] {
  const { account, month, terms, settle, overridesOf } = deps;
  const { invoice } = trade;
  const givenIn = monthOf(invoice.day);
  const overrides = overridesOf(givenIn);
  const termsThen = givenIn === month ? terms : termsOfMonth(account, givenIn, overrides);
  const overridden = overrides.find(
    (row) => row.target === 'LINE' && row.lineKey === rebateKey(spell, invoice),
  );
  const pinned = pinnedRebate(deps, spells, spell, invoice);
  const agreedCents = overridden?.target === 'LINE' ? overridden.valueCents : undefined;
  const givenCents = pinned?.amountCents ?? agreedCents ?? rebateOf(spell, trade, termsThen).computedCents;
  if (givenCents === 0) return [];
  const key = `REBATE_REVERSAL:${spell.parcelName}:${credit.identity}`;
  const computedCents = 0 - givenCents;
  const settled = settle(key, computedCents);
  // What was given stays as billed, whatever has become of its vendor's share: only so is nothing left of it.
  const shares =
    pinned && settled.override === null
      ? {
          vendorParts: pinned.vendorParts.map(takenBack),
          tradingSystemCents: 0,
          houseCents: 0 - pinned.houseCents,
        }
      : sharesOfRebate(account, spell, invoice, settled.amountCents);
  return [
    {
      kind: 'REBATE_REVERSAL',
      key,
      ...ofParcel(spell),
      computedCents,
      ...settled,
      ...shares,
      working: { credit: refOf(credit), invoice: refOf(invoice), givenCents },
    },
  ];
}

/** The rebate that was billed and is pinned: this invoice's own, or a voided one's that stands for it (rule: Overrides). */
function pinnedRebate(
  { account, month, reversals, asBilled }: TradesDeps,
  spells: readonly BillableSpell[],
  { parcelName }: BillableSpell,
  reversed: DocumentEntry,
): BillLine | undefined {
  if (reversals === 'OWN_OVERRIDE') return undefined;
  const givenIn = monthOf(reversed.day);
  // When the month itself is billed again the override of a line that is gone goes with it.
  if (givenIn === month && !asBilled) return undefined;
  const bill = account.issued.get(givenIn);
  const pinned = pinnedOf(bill).filter((line) => line.kind === 'REBATE' && line.parcelName === parcelName);
  if (pinned.length === 0) return undefined;
  const rebates = spells
    .flatMap((spell) =>
      spell.invoices
        .filter(({ invoice }) => monthOf(invoice.day) === givenIn)
        .map(({ invoice }) => ({
          kind: 'REBATE' as const,
          parcelName,
          key: rebateKey(spell, invoice),
          invoice,
        })),
    )
    .toSorted((a, b) => compareText(a.key, b.key));
  const replaced = pinnedFor(rebates, pinned, new Set(bill?.lines.map((line) => line.key)));
  const now = rebates.find(({ invoice }) => invoice === reversed);
  return now && replaced.get(now);
}

/**
 * What the vendor bears of a MEMO shipped: a flat deduction by the terms of its day; the customer pays nothing (rule:
 * Vendor parts).
 */
function deploymentLine(
  { account, settle }: TradesDeps,
  spell: BillableSpell,
  memo: DocumentEntry,
): LineOf<'DEPLOYMENT'>[] {
  const { ourDeploymentCostCents: costCents } = vendorTermsOn(account, spell.vendorId, memo.day);
  if (costCents === 0) return [];
  const key = `DEPLOYMENT:${spell.parcelName}:${memo.identity}`;
  const settled = settle(key, 0);
  const { vendorId, parcelName } = spell;
  return [
    {
      kind: 'DEPLOYMENT',
      key,
      ...ofParcel(spell),
      computedCents: 0,
      ...settled,
      vendorParts: [
        {
          vendorId,
          parcelName,
          flatCents: 0 - costCents,
          baseCents: 0,
          sharePpm: 0,
          amountCents: 0 - costCents,
        },
      ],
      tradingSystemCents: 0,
      houseCents: settled.amountCents + costCents,
      working: { memo: refOf(memo), costCents },
    },
  ];
}

const ofParcel = ({ parcelName, line }: BillableSpell): Pick<BillableSpell, 'parcelName' | 'line'> => ({
  parcelName,
  line,
});
