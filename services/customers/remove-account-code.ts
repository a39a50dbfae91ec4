import { sameAccount, type CustomerState } from '#contracts/customer/index.ts';
import type { AccountCode, CustomerEvent } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { requireCustomer } from './require-customer.ts';

/** The account no longer belongs to this customer. Refuses (404) an unknown customer, and an account it does not have. */
export function removeAccountCode(
  state: CustomerState,
  command: Pick<AccountCode, 'dxInstance' | 'accountCode'>,
  at: Instant,
): CustomerEvent[] {
  const record = requireCustomer(state);
  const { dxInstance, accountCode } = command;
  if (!record.accounts.some((code) => sameAccount(code, command))) {
    throw new Refusal(404, `Customer ${state.customerId} has no account ${accountCode} at ${dxInstance}.`, {
      code: 'UNKNOWN_ACCOUNT',
      field: 'accountCode',
    });
  }
  return [{ type: 'AccountCodeRemoved', data: { dxInstance, accountCode, effectiveAt: at } }];
}
