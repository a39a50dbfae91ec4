import { billCreated, billPartRecorded } from '../billing/bill.ts';

/** What closes months, on the customer's stream (rule: Closing and adjusting). */
export const billingEvents = { BillCreated: billCreated } as const;

/** What a bill holds that is too large for one event, in `bill-{id}`. */
export const billPartEvents = { BillPartRecorded: billPartRecorded } as const;
