import type { WireBillingEffect } from '#contracts/api/bills.ts';
import type { BillingEffect } from '#contracts/billing/index.ts';
import { dollars } from '#contracts/vocabulary/money.ts';
import { customerNamesOf } from '#projections/customers/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { wireDifference } from './billing-wire.ts';

/** What a change would change in money, in dollars, with the names of the customers and vendors (rule: Preview). */
export async function wireEffect(db: Db, { bills, statements }: BillingEffect): Promise<WireBillingEffect> {
  const customers = await customerNamesOf(
    db,
    bills.map(({ customerId }) => customerId),
  );
  const known = statements.length === 0 ? [] : await allVendors(db);
  const vendors = new Map(known.map(({ vendorId, settings }) => [vendorId, settings.name]));
  return {
    bills: bills.map(({ customerId, month, state, beforeCents, afterCents, lines }) => ({
      customerId,
      customerName: customers.get(customerId) ?? null,
      month,
      state,
      before: dollars(beforeCents),
      after: dollars(afterCents),
      lines: lines.map(wireDifference),
    })),
    statements: statements.map(({ vendorId, month, beforeCents, afterCents }) => ({
      vendorId,
      vendorName: vendors.get(vendorId) ?? null,
      month,
      before: dollars(beforeCents),
      after: dollars(afterCents),
    })),
  };
}
