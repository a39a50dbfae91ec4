import { foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { billsOfCustomers } from '#projections/billing/index.ts';
import { parcelAmounts, type BillingContext, type ParcelAmounts } from '#services/billing/index.ts';
import { priceListOn, type PriceList } from '#services/prices/index.ts';
import { suspenseList, type SuspenseDocument } from '#services/trading-system/index.ts';
import { parcelsOfCut } from './cut/parcels-of-cut.ts';
import { recordsOfCut, type RecordsOfCut } from './cut/records-of-cut.ts';
import type { ReportCut } from './cut/report-cut.ts';
import {
  parcelRows,
  type AnomalyRow,
  type AvailableRow,
  type EndedRow,
  type HeldRow,
  type MovementRow,
  type SaleRow,
  type WaitingRow,
} from './parcel-rows.ts';

/** A sale with what it brings (rule: Fees and margin). */
export type MarginRow = SaleRow & { invoicedCents: Cents; houseCents: Cents };

/** Everything that the sheets of a report are made of: a pure function of the cut, but for suspense and price list. */
export type Gathered = {
  cut: ReportCut;
  zone: string;
  records: RecordsOfCut;
  held: (HeldRow & { feeCents: Cents })[];
  available: AvailableRow[];
  waiting: WaitingRow[];
  movements: MovementRow[];
  ended: EndedRow[];
  anomalies: AnomalyRow[];
  margins: MarginRow[];
  /** Of the month so far, of parcels that are no longer in a customer's My list. */
  feesOfOthersCents: Cents;
  /** By customer. */
  lastIntents: ReadonlyMap<number, HouseDay>;
  /** In force on the report's day; undefined without one. */
  priceList: PriceList | undefined;
  /** Of now; null in a report of an earlier cut, as the log does not have it. */
  suspense: SuspenseDocument[] | null;
};

/**
 * Goes through the parcels once and keeps the rows that they bring. Throws IncompleteBill, the stores' errors, and what
 * an aborted signal throws.
 * @param onParcels called with how many parcels are read, now and then
 */
export async function gather(
  context: BillingContext,
  cut: ReportCut,
  { onParcels, signal }: { onParcels?: (parcels: number) => Promise<void>; signal?: AbortSignal } = {},
): Promise<Gathered> {
  const { db, zone } = context;
  const records = await recordsOfCut(context, cut);
  const amounts = await amountsOfCustomers(context, cut, records);
  const gathered: Gathered = {
    cut,
    zone,
    records,
    held: [],
    available: [],
    waiting: [],
    movements: [],
    ended: [],
    anomalies: [],
    margins: [],
    feesOfOthersCents: 0,
    lastIntents: new Map(),
    priceList: await priceListOn(db, cut.day),
    suspense: cut.isNewest ? await suspenseList(db) : null,
  };
  const lastIntents = new Map<number, HouseDay>();
  let parcels = 0;
  for await (const parcel of parcelsOfCut(context, cut)) {
    gatherParcel(gathered, lastIntents, parcel, amounts);
    if (++parcels % 500 > 0) continue;
    signal?.throwIfAborted();
    await onParcels?.(parcels);
  }
  return { ...gathered, lastIntents };
}

/** Adds what one parcel brings to the report. */
export function gatherParcel(
  gathered: Gathered,
  lastIntents: Map<number, HouseDay>,
  parcel: ParcelState,
  amounts: ReadonlyMap<number, ParcelAmounts>,
): void {
  const { cut, zone } = gathered;
  const view = foldParcel(parcel, zone);
  const rows = parcelRows(parcel, view, cut, zone);
  const fees = new Map<string, Cents>();
  const sales = new Map<string, { invoicedCents: Cents; houseCents: Cents }>();
  for (const customerId of new Set(view.spells.map((spell) => spell.customerId))) {
    const of = amounts.get(customerId);
    for (const { spellKey, cents } of of?.feesSoFar(parcel, view) ?? []) fees.set(spellKey, cents);
    if (!rows.sales.some((sale) => sale.customerId === customerId)) continue;
    for (const { spellKey, ...sale } of of?.sales(parcel, view) ?? []) sales.set(spellKey, sale);
  }
  const { held } = rows;
  if (held) gathered.held.push({ ...held, feeCents: fees.get(held.spellKey) ?? 0 });
  for (const [spellKey, cents] of fees) if (spellKey !== held?.spellKey) gathered.feesOfOthersCents += cents;
  if (rows.available) gathered.available.push(rows.available);
  if (rows.waiting) gathered.waiting.push(rows.waiting);
  gathered.movements.push(...rows.movements);
  gathered.ended.push(...rows.ended);
  gathered.anomalies.push(...rows.anomalies);
  // What a spell brings stands with the newest of its invoices alone.
  for (const sale of rows.sales.toReversed()) {
    const brought = sales.get(sale.spellKey) ?? { invoicedCents: 0, houseCents: 0 };
    sales.delete(sale.spellKey);
    gathered.margins.push({ ...sale, ...brought });
  }
  for (const { customerId, day } of rows.lastIntents)
    if (day > (lastIntents.get(customerId) ?? '')) lastIntents.set(customerId, day);
}

/** How each customer's bills take single parcels. */
async function amountsOfCustomers(
  { db, zone }: BillingContext,
  { position, recordedAt, day }: ReportCut,
  { customers, vendors }: RecordsOfCut,
): Promise<Map<number, ParcelAmounts>> {
  const knownOn = houseDayOf(recordedAt, zone);
  const ofVendors = new Map([...vendors].map(([id, { terms }]) => [id, terms]));
  const amounts = new Map<number, ParcelAmounts>();
  for (const [customerId, { terms }] of customers) {
    const bills = await billsOfCustomers(db, [customerId]);
    const facts = { customerId, terms, vendors: ofVendors, bills };
    amounts.set(customerId, parcelAmounts(facts, { position, day, knownOn, zone }));
  }
  return amounts;
}
