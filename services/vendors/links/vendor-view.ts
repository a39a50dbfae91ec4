import type { z } from 'zod';
import {
  type VendorViewReply,
  type VendorViewStatementReply,
  type VendorViewStockReply,
  type vendorViewStockRequest,
} from '#contracts/api/vendor-links.ts';
import { STOCK_STATUSES } from '#contracts/vocabulary/statuses.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { billedMonths } from '#projections/billing/index.ts';
import { stockOfVendor, vendorParcelRecords } from '#projections/parcels/index.ts';
import { describeParcels, parcelWords, statementOfVendor, statementWords } from '#services/billing/index.ts';
import { reportRows } from '../report/report-rows.ts';
import type { ReportContext } from '../report/vendor-report.ts';
import { soldInYear } from '../sold-in-year.ts';

/** How many months of statements are shown. */
const MOST_MONTHS = 24;
const PAGE = 100;

/** The vendor's stock by status and this year's sales at its cost, and the months that have statements. */
export async function viewOf(
  context: ReportContext,
  { vendorId, settings, lastFeed }: VendorRecord,
  expiresAt: Date,
): Promise<VendorViewReply> {
  const { db, zone, today } = context;
  const [stock, sold, months] = await Promise.all([
    stockOfVendor(db, vendorId),
    soldInYear(context, vendorId, today()),
    billedMonths(db, MOST_MONTHS),
  ]);
  return {
    name: settings.name,
    timeZone: zone,
    expiresAt: expiresAt.toISOString(),
    lastFeedAt: lastFeed?.at ?? null,
    stock: stock.map(({ status, count, costCents }) => ({ status, count, cost: dollars(costCents) })),
    soldThisYear: { count: sold.count, cost: dollars(sold.costCents) },
    months,
  };
}

/** A page of the vendor's stock with its status and cost, as its report has it (rule: Vendor report). */
export async function viewedStock(
  { db, zone, today, shapeName }: ReportContext,
  vendorId: number,
  { status, search, after }: Omit<z.infer<typeof vendorViewStockRequest>, 'token'>,
): Promise<VendorViewStockReply> {
  const statuses = status === undefined ? STOCK_STATUSES : [status];
  const page = await vendorParcelRecords(db, vendorId, after, PAGE, { statuses, search });
  const called = await shapeName();
  const month = monthOf(today());
  const parcels = page.flatMap((parcel) =>
    reportRows(parcel, { zone, month }).stock.map((row) => ({
      parcelName: row.parcelName,
      description: parcelWords(parcel, called),
      status: row.status,
      since: row.since,
      cost: dollars(row.costCents),
    })),
  );
  return { parcels, next: page.length < PAGE ? null : page.at(-1)!.parcelName };
}

/** The vendor's statement of a month: its part of each line, and no customer's (rule: Statements). */
export async function viewedStatement(
  context: ReportContext,
  vendorId: number,
  month: Month,
): Promise<VendorViewStatementReply> {
  const { lines, totalCents } = await statementOfVendor(context.db, vendorId, month);
  const descriptions = await describeParcels(
    context,
    lines.map(({ parcelName }) => parcelName),
  );
  return {
    month,
    total: dollars(totalCents),
    lines: lines.map((line) => ({
      parcelName: line.parcelName,
      description: descriptions.get(line.parcelName) ?? '',
      what: statementWords(line),
      amount: dollars(line.amountCents),
    })),
  };
}
