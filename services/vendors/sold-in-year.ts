import { foldParcel, salesOf } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { invoicedParcels } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/**
 * The vendor's sales of the calendar year of a house day, as its report's 'Sold' sheet has them (rule: Vendor's own
 * view): the INVOICEs dated in the year that no CREDIT took back. Cost and customers' price in cents, as frozen at each
 * invoice. Reads only the parcels that were invoiced in the year.
 */
export async function soldInYear(
  { db, zone }: { db: Db; zone: string },
  vendorId: number,
  day: HouseDay,
): Promise<{ count: number; costCents: Cents; totalCents: Cents }> {
  const year = day.slice(0, 4);
  const [from, to] = [`${year}-01-01`, `${year}-12-31`];
  const sold = { count: 0, costCents: 0, totalCents: 0 };
  for await (const parcel of invoicedParcels(db, vendorId, { from, to }))
    for (const { invoicedOn, creditedOn, frozen } of salesOf(foldParcel(parcel, zone))) {
      if (creditedOn !== null || invoicedOn < from || invoicedOn > to) continue;
      sold.count += 1;
      sold.costCents += frozen.costCents;
      sold.totalCents += frozen.customerPriceCents;
    }
  return sold;
}
