import type { CustomerState } from '#contracts/customer/index.ts';
import {
  customerIdentitySchema,
  type CustomerEvent,
  type CustomerIdentity,
} from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { checkedFields, differing } from '#services/platform/checked-fields.ts';
import { requireCustomer } from './require-customer.ts';

/** Names and addresses of a customer; only what differs is recorded. Refuses an unknown customer (404) and bad fields (422). */
export function changeIdentity(
  state: CustomerState,
  command: { changes: Partial<CustomerIdentity> },
  at: Instant,
): CustomerEvent[] {
  const record = requireCustomer(state);
  const given = checkedFields(customerIdentitySchema.partial(), command.changes);
  const changes = differing(record.identity, given);
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'CustomerIdentityChanged', data: { changes, effectiveAt: at } }];
}
