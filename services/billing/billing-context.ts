import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import type { Positions } from '#projections/engine/index.ts';
import type { InvoiceStore } from '#services/invoices/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';

/** What billing works with: the stores, the clock, and how far the read models are. */
export type BillingContext = CommandContext & { positions: Pick<Positions, 'waitForPosition'> };

/** What drawing, keeping and reading the documents of bills needs. */
export type DocumentsContext = InvoiceStore & {
  /** The house's time zone. */
  zone: string;
  /** The current names of shapes. */
  shapeName: () => Promise<ShapeName>;
};

/** What the calls of bills need; they name a month that has ended. */
export type BillCallsContext = BillingContext & DocumentsContext & { today: () => HouseDay };

/** The read models that a bill is made from. */
export const BILLING_MODELS = ['parcels', 'customers', 'vendors', 'bills'] as const;
