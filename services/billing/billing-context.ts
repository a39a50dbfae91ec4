import type { Positions } from '#projections/engine/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';

/** What billing works with: the stores, the clock, and how far the read models are. */
export type BillingContext = CommandContext & { positions: Pick<Positions, 'waitForPosition'> };

/** The read models that a bill is made from. */
export const BILLING_MODELS = ['parcels', 'customers', 'vendors', 'bills'] as const;
