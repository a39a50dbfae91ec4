import { parcelStreams, vendorStream } from '#contracts/events/index.ts';
import { parcelKnownAt, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { addMonths, monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { billedMonths } from '#projections/billing/index.ts';
import { customerNamesOf } from '#projections/customers/index.ts';
import { parkedStreams, type Positions } from '#projections/engine/index.ts';
import { parcelRecords, vendorParcelRecords } from '#projections/parcels/index.ts';
import { vendorById } from '#projections/vendors/index.ts';
import { parcelWords, statementOfVendor } from '#services/billing/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { asFileName } from '#services/platform/http/index.ts';
import { pagesAhead } from '#services/platform/pages-ahead.ts';
import { unknownVendor } from '#services/platform/refusal.ts';
import { reportRows, type ReportRows } from './report-rows.ts';
import { reportWorkbook } from './report-workbook.ts';

export type ReportContext = {
  db: Db;
  zone: string;
  today: () => HouseDay;
  shapeName: () => Promise<ShapeName>;
  positions: Pick<Positions, 'positionOf'>;
};

const MADE_OF = ['parcels', 'vendors', 'bills', 'customers'];
const PAGE = 2_000;

/**
 * A vendor's report as a file (rule: Vendor report): its stock at one place in the log, and the month's sales, returns
 * and statement. Throws Refusal 402 for an unknown vendor.
 * `stale`: one of its streams is parked, so that what is newer of it is missing.
 * @param month the newest that is billed when left out
 * @param forVendor without customers and list prices: the file that the vendor itself gets
 */
export async function vendorReport(
  context: ReportContext,
  vendorId: number,
  { month: asked, forVendor }: { month: Month | undefined; forVendor: boolean },
): Promise<{ fileName: string; bytes: Buffer; position: bigint; stale: boolean }> {
  const { db, zone } = context;
  const position = await context.positions.positionOf(MADE_OF);
  const vendor = await vendorById(db, vendorId);
  if (!vendor) throw unknownVendor(vendorId, 402);
  const today = context.today();
  const month = asked ?? (await billedMonths(db, 1))[0] ?? addMonths(monthOf(today), -1);
  const called = await context.shapeName();
  const rows: ReportRows = { stock: [], memo: [], sold: [], returned: [] };
  const descriptions = new Map<string, string>();
  for await (const parcel of parcelsOf(db, vendorId)) {
    const own = reportRows(parcelKnownAt(parcel, Number(position)), { zone, month });
    rows.stock.push(...own.stock);
    rows.memo.push(...own.memo);
    rows.sold.push(...own.sold);
    rows.returned.push(...own.returned);
    descriptions.set(parcel.parcelName, parcelWords(parcel, called));
  }
  const statement = await statementOfVendor(db, vendorId, month);
  const named = [...rows.memo, ...rows.sold, ...rows.returned, ...statement.lines];
  const customers = forVendor
    ? null
    : await customerNamesOf(db, [...new Set(named.map(({ customerId }) => customerId))]);
  const { name } = vendor.settings;
  const bytes = await reportWorkbook({
    vendor: { vendorId, name },
    today,
    month,
    zone,
    rows,
    statement,
    descriptions,
    customers,
    position: position.toString(),
  });
  return {
    fileName: `${PRODUCT_NAME} vendor ${vendorId} ${asFileName(name)} ${month}.xlsx`,
    bytes,
    position,
    stale: await isPartParked(db, vendorId),
  };
}

/** The vendor's parcels by name, two pages of them in memory at most. */
async function* parcelsOf(db: Db, vendorId: number): AsyncGenerator<ParcelState> {
  const pages = pagesAhead<ParcelState>(PAGE, (last) =>
    vendorParcelRecords(db, vendorId, last?.parcelName ?? '', PAGE),
  );
  for await (const page of pages) yield* page;
}

/** Whether the vendor, or a parcel that is its or of which it is not known yet whose it is, is parked. */
async function isPartParked(db: Db, vendorId: number): Promise<boolean> {
  const streams = (await parkedStreams(db, ['parcels', 'vendors'])).map(({ stream }) => stream);
  if (streams.includes(vendorStream(vendorId))) return true;
  const names = streams
    .filter((each) => parcelStreams.includes(each))
    .map((each) => parcelStreams.keyOf(each));
  const known = await parcelRecords(db, names);
  return known.length < new Set(names).size || known.some((parcel) => parcel.vendorId === vendorId);
}
