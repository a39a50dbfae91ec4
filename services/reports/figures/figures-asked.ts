import type { FiguresQuery } from '#contracts/api/figures.ts';
import { allCustomers, type CustomerRecord } from '#projections/customers/index.ts';
import type { FiguresOf } from '#projections/figures/index.ts';
import type { BillingContext } from '#services/billing/index.ts';
import type { Caller } from '#services/platform/http/index.ts';
import { Refusal, unknownCustomer } from '#services/platform/refusal.ts';
import { takeReportCut, type ReportCut } from '../cut/report-cut.ts';

const FIGURE_MODELS = ['parcel_figures', 'bill_figures'];
const READ_MODELS_WITHIN_MS = 10_000;

/** Whose figures are asked for, of which cut. */
export type AskedFigures = FiguresOf & { cut: ReportCut; customers: readonly CustomerRecord[] };

/**
 * Takes the cut and finds the customers (rule: Figures on screen): the one named, else another than the caller's own
 * that is acted for, else a rep's own customers, for an administrator all. Throws Refusal 400 for a cut that cannot be
 * read, 404 for an unknown customer, 503 while the read models are behind.
 */
export async function figuresAsked(
  context: BillingContext,
  caller: Caller,
  { customerId: named, effectiveAt, knownAt }: FiguresQuery,
): Promise<AskedFigures> {
  const cut = await takeReportCut(context, { effectiveAt, knownAt });
  if (!(await context.positions.waitForPosition(FIGURE_MODELS, BigInt(cut.position), READ_MODELS_WITHIN_MS)))
    throw new Refusal(503, 'The figures are behind the log. Try again in a moment.', {
      code: 'READ_MODELS_BEHIND',
    });
  const all = await allCustomers(context.db);
  // Staff who belong to a customer act for it without having chosen it.
  const chosen = caller.customerId === caller.user.customerId ? null : caller.customerId;
  const wanted = named ?? chosen;
  const known = { cut, knownAt: cut.position };
  if (wanted !== null) {
    const customers = all.filter(({ customerId }) => customerId === wanted);
    if (customers.length === 0) throw unknownCustomer(wanted, 404, 'customerId');
    return { ...known, customers, customerIds: [wanted] };
  }
  if (caller.administrator) return { ...known, customers: all, customerIds: null };
  const email = caller.user.email.toLowerCase();
  const customers = all.filter(
    ({ identity: { salesRepEmail } }) => salesRepEmail !== '' && salesRepEmail.toLowerCase() === email,
  );
  return { ...known, customers, customerIds: customers.map(({ customerId }) => customerId) };
}
