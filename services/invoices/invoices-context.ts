import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import type { SendMail } from '#services/mail/index.ts';
import type { InvoiceStore } from './invoice-store.ts';

/** A customer as invoices know it. */
export type InvoicedCustomer = {
  customerId: number;
  name: string;
  email: string;
  /** The house day of the first REQUEST or MEMO; null while there is none. */
  firstAction: HouseDay | null;
};

/** What keeping, reading and mailing invoices needs. */
export type InvoicesContext = InvoiceStore & {
  sendMail: SendMail;
  /** Where people find Vitrine: the address that mails name. */
  publicUrl: string;
  /** The current day of the house. */
  today: () => HouseDay;
  /** Draws and keeps the missing documents of the newest bill of a customer's month (billing). */
  issueDocuments(customerId: number, month: Month): Promise<void>;
  customer(customerId: number): Promise<InvoicedCustomer | null>;
};
