import type { CustomerRecord, CustomerState } from '#contracts/customer/index.ts';
import { unknownCustomer } from '#services/platform/refusal.ts';

/** Throws a Refusal (404) when there is no such customer. */
export function requireCustomer({ customerId, record }: CustomerState): CustomerRecord {
  if (!record) throw unknownCustomer(customerId, 404, 'customerId');
  return record;
}
