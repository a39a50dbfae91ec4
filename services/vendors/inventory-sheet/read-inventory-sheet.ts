import { vendorInventoryRow, type VendorInventoryRow } from '#contracts/api/vendor-feeds.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { columnLetter, textOf, type Sheet, type SheetRow } from '#services/platform/workbooks/index.ts';

const HEADINGS = ['vendor', 'parcel name', 'new status', 'comments', 'override tier'] as const;
type Heading = (typeof HEADINGS)[number];

const NOTHING_READ =
  'Either the required columns were not found in this excel, or there were no stones to read.';

/** Whose rows are looked for; the prefix is that of its parcels' names. */
export type SheetVendor = { vendorId: number; name: string; dxPrefix: string };

/**
 * The rows of an accept/reject sheet that are the vendor's (rule: Accept and reject): below the first row that has the
 * five headings, those with a vendor and a parcel name; of two rows for one stone the later. Throws a Refusal (422)
 * for a sheet without such rows, and for an unknown status or tier or a formula without a result, by its row.
 */
export function readInventorySheet(sheets: readonly Sheet[], vendor: SheetVendor): VendorInventoryRow[] {
  const table = sheets.map(tableOf).find((found) => found !== null);
  const rows = new Map<string, VendorInventoryRow>();
  for (const row of table?.rows ?? []) {
    const value = (heading: Heading) => textOf(row.cells[table!.columns[heading]] ?? null) ?? '';
    const name = value('parcel name');
    const owner = value('vendor');
    const problemOf = (heading: Heading) =>
      row.problems.find(({ column }) => column === columnLetter(table!.columns[heading] + 1));
    const isFilled = (heading: Heading): boolean => value(heading) !== '' || problemOf(heading) !== undefined;
    if (!isFilled('vendor') || !isFilled('parcel name')) continue;
    if (owner !== '' && !same(owner, vendor.name)) continue;
    for (const heading of HEADINGS) {
      const problem = problemOf(heading);
      if (problem) throw unreadable(row, heading, `it ${problem.message}.`);
    }
    const stock = name.startsWith(vendor.dxPrefix) ? name.slice(vendor.dxPrefix.length) : name;
    const read = vendorInventoryRow.safeParse({
      vendorId: vendor.vendorId,
      vendorStockId: stock,
      ...judgementOf(row, value('new status')),
      comments: value('comments') || null,
      overrideTier: tierOf(row, value('override tier')),
    });
    if (!read.success) throw unreadable(row, 'parcel name', read.error.issues[0]?.message ?? '');
    rows.set(stock, read.data);
  }
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

function judgementOf(row: SheetRow, status: string): Pick<VendorInventoryRow, 'whiteList' | 'blackList'> {
  if (status !== '' && !same(status, 'accept') && !same(status, 'reject'))
    throw unreadable(row, 'new status', `${status} is neither Accept nor Reject.`);
  return { whiteList: same(status, 'accept'), blackList: same(status, 'reject') };
}

function tierOf(row: SheetRow, tier: string): VendorInventoryRow['overrideTier'] {
  if (tier === '') return null;
  const known = TIERS.find((one) => same(one, tier));
  if (!known) throw unreadable(row, 'override tier', `${tier} is none of ${TIERS.join(', ')}.`);
  return known;
}

const unreadable = ({ row }: SheetRow, column: Heading, message: string): Refusal =>
  new Refusal(422, `Row ${row}, ${column}: ${message}`, { code: 'UNREADABLE_ROW', field: 'file' });
