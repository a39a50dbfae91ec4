import type { WireBillingEffect } from '#contracts/api/bills.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import type { BillingEffect } from '#contracts/billing/index.ts';
import { customerNamesOf } from '#projections/customers/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/** What a change would change in money, in dollars, with the names of the customers and vendors (rule: Preview). */
export async function wireEffect(db: Db, { bills, statements }: BillingEffect): Promise<WireBillingEffect> {
  const customers = await customerNamesOf(
    db,
    bills.map(({ customerId }) => customerId),
  );
  const known = statements.length === 0 ? [] : await allVendors(db);
  const vendors = new Map(known.map(({ vendorId, settings }) => [vendorId, settings.name]));
  return onWire({
    bills: bills.map((bill) => ({ ...bill, customerName: customers.get(bill.customerId) ?? null })),
    statements: statements.map((statement) => ({
      ...statement,
      vendorName: vendors.get(statement.vendorId) ?? null,
    })),
  });
}
