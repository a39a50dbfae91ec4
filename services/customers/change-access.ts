import type { CustomerState } from '#contracts/customer/index.ts';
import { customerAccessSchema, type CustomerAccess, type CustomerEvent } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { checkedFields, differing } from '#services/platform/checked-fields.ts';
import { requireCustomer } from './require-customer.ts';

/**
 * What a customer's users may do and see (product: Roles); only what differs is recorded. Refuses an unknown
 * customer (404) and bad fields (422).
 */
export function changeAccess(
  state: CustomerState,
  command: { changes: Partial<CustomerAccess> },
  at: Instant,
): CustomerEvent[] {
  const record = requireCustomer(state);
  const given = checkedFields(customerAccessSchema.partial(), command.changes);
  const changes = differing(record.access, given);
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'CustomerAccessChanged', data: { changes, effectiveAt: at } }];
}
