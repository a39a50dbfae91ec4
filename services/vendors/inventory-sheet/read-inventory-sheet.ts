import { vendorInventoryRow, type VendorInventoryRow } from '#contracts/api/vendor-feeds.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { refusedRows, textOf, type Sheet, type SheetRow } from '#services/platform/workbooks/index.ts';
import { stockNumberOf } from '../feed/check-row.ts';

const HEADINGS = ['vendor', 'parcel name', 'new status', 'comments', 'override tier'] as const;
type Heading = (typeof HEADINGS)[number];

/** What is wrong with a cell, by its row of the sheet, counted from 1. */
type Fault = { row: number; heading: Heading; message: string };

const NOTHING_READ =
  'Either the required columns were not found in this excel, or there were no stones to read.';

/** Whose rows are looked for; the prefix is that of its parcels' names. */
export type SheetVendor = { vendorId: number; name: string; dxPrefix: string };

/**
 * The rows of an accept/reject sheet that are the vendor's (rule: Accept and reject): below the first row that has the
 * five headings, those with a vendor and a parcel name; of two rows for one stone the later, whose blank status and
 * comment keep the earlier's. Throws a Refusal (422) for a sheet without such rows, and one that names every cell with an
 * unknown status or tier, a text that is too long, or a formula without a result.
 */
export function readInventorySheet(sheets: readonly Sheet[], vendor: SheetVendor): VendorInventoryRow[] {
  const table = sheets.map(tableOf).find((found) => found !== null);
  const rows = new Map<string, VendorInventoryRow>();
  const faults: Fault[] = [];
  for (const row of table?.rows ?? []) {
    const value = (heading: Heading) => textOf(row.cells[table!.columns[heading]] ?? null) ?? '';
    const name = value('parcel name');
    const owner = value('vendor');
    const problemOf = (heading: Heading) =>
      row.problems.find(({ index }) => index === table!.columns[heading]);
    const isFilled = (heading: Heading): boolean => value(heading) !== '' || problemOf(heading) !== undefined;
    if (!isFilled('vendor') || !isFilled('parcel name')) continue;
    if (owner !== '' && !same(owner, vendor.name)) continue;
    const wrong = (heading: Heading, message: string): void =>
      void faults.push({ row: row.row, heading, message });
    for (const heading of HEADINGS) {
      const problem = problemOf(heading);
      if (problem) wrong(heading, `it ${problem.message}`);
    }
    const stock = stockNumberOf(name, vendor.dxPrefix);
    const [status, tier] = [value('new status'), value('override tier')];
    const [whiteList, blackList] = [same(status, 'accept'), same(status, 'reject')];
    if (status !== '' && !whiteList && !blackList)
      wrong('new status', `${status} is neither Accept nor Reject`);
    const overrideTier = TIERS.find((one) => same(one, tier)) ?? null;
    if (tier !== '' && overrideTier === null)
      wrong('override tier', `${tier} is not one of ${TIERS.join(', ')}`);
    const earlier = rows.get(stock);
    const read = vendorInventoryRow.safeParse({
      vendorId: vendor.vendorId,
      vendorStockId: stock,
      whiteList: status === '' ? earlier?.whiteList : whiteList,
      blackList: status === '' ? earlier?.blackList : blackList,
      comments: value('comments') || (earlier?.comments ?? null),
      overrideTier,
    });
    if (read.success) rows.set(stock, read.data);
    for (const { path, message } of read.error?.issues ?? []) {
      const heading = path[0] === 'comments' ? 'comments' : 'parcel name';
      if (!problemOf(heading)) wrong(heading, message.replace(/\.$/, ''));
    }
  }
  if (faults.length > 0) throw refused(faults);
  if (rows.size === 0) throw new Refusal(422, NOTHING_READ, { code: 'NO_ROWS', field: 'file' });
  return [...rows.values()];
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.trim().toLowerCase();

/** Where each heading stands first, and the rows beneath; null for a sheet without them. */
function tableOf({ rows }: Sheet): { columns: Record<Heading, number>; rows: readonly SheetRow[] } | null {
  for (const [place, { cells }] of rows.entries()) {
    const words = cells.map((cell) => textOf(cell)?.toLowerCase() ?? '');
    const columns = HEADINGS.map((heading) => words.indexOf(heading));
    if (columns.includes(-1)) continue;
    const [vendor, name, status, comments, tier] = columns as [number, number, number, number, number];
    return {
      columns: {
        vendor,
        'parcel name': name,
        'new status': status,
        comments,
        'override tier': tier,
      },
      rows: rows.slice(place + 1),
    };
  }
  return null;
}

function refused(faults: readonly Fault[]): Refusal {
  const words = faults.map(({ row, heading, message }) => `row ${row}, ${heading}: ${message}`);
  return refusedRows(words, { code: 'UNREADABLE_ROW', field: 'file' });
}
