import { customerIdentitySchema, type CustomerEvent } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { checkedFields, differing } from '#services/platform/checked-fields.ts';
import { requireCustomer, type CustomerIdentity, type CustomerState } from './customer-state.ts';

/** Names and addresses of a customer; only what differs is recorded. Refuses an unknown customer (404) and bad fields (422). */
export function changeIdentity(
  state: CustomerState,
  command: { changes: Partial<CustomerIdentity> },
  at: Instant,
): CustomerEvent[] {
  requireCustomer(state);
  const given = checkedFields(customerIdentitySchema.partial(), command.changes);
  const changes = differing(state.identity, given as Partial<CustomerIdentity>);
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'CustomerIdentityChanged', data: { changes, effectiveAt: at } }];
}
