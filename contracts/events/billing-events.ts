import { billCreated } from '../billing/bill.ts';

/** What closes months, on the customer's stream (rules, section 6: Closing and adjusting). */
export const billingEvents = { BillCreated: billCreated } as const;
