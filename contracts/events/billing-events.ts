import { billCreated, billPartRecorded, billsMoved } from '../billing/bill.ts';

/** What closes months, on the customer's stream (rule: Closing and adjusting). */
export const billingEvents = { BillCreated: billCreated } as const;

/**
 * Beside the bills: in `bill-{id}` what one holds that is too large for one event, in `bill-places` where its positions
 * are in this log.
 */
export const billPartEvents = { BillPartRecorded: billPartRecorded, BillsMoved: billsMoved } as const;
