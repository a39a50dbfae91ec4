import { z } from 'zod';
import { billLineSchema, overrideSchema, type BillCreated } from '#contracts/billing/index.ts';
import { sha256Of } from '#services/platform/hash.ts';
import { Refusal } from '#services/platform/refusal.ts';

/**
 * A part of a bill is missing or differs from what was issued. Such a bill is never taken for a whole one: whatever
 * needs it is refused, since billing never skips (architecture: Projections).
 */
export class IncompleteBill extends Refusal {
  readonly bill: Pick<BillCreated, 'customerId' | 'month' | 'version'>;
  constructor({ customerId, month, version }: BillCreated, why: string) {
    super(
      402,
      `Bill ${customerId}-${month}-${version} cannot be read whole: ${why}. See to the parked streams, or rebuild the bills.`,
      { code: 'BILL_INCOMPLETE' },
    );
    this.name = 'IncompleteBill';
    this.bill = { customerId, month, version };
  }
}

/** A bill as it was issued, with all its lines and overrides, wherever they are recorded. */
export type WholeBill = Omit<BillCreated, 'linesIn'>;

const partedSchema = z.object({ overrides: z.array(overrideSchema), lines: z.array(billLineSchema) });

/**
 * A recorded bill with its lines: a small one's are in it, a large one's in the text of its parts.
 * @param text the parts' texts, one after the other in their order; empty of a small bill
 * Throws IncompleteBill when a part is missing or a byte of them is other than it was.
 */
export function wholeBill({ linesIn, ...created }: BillCreated, text: string): WholeBill {
  if (!linesIn) return created;
  if (sha256Of(text) !== linesIn.sha256)
    throw new IncompleteBill(
      created,
      `of the ${linesIn.parts} parts in bill-${linesIn.id} one is missing or is not what was issued`,
    );
  const { overrides, lines } = partedSchema.parse(JSON.parse(text));
  return { ...created, overrides, lines };
}
