import { sameAccount, type CustomerState } from '#contracts/customer/index.ts';
import { accountCodeSchema, type AccountCode, type CustomerEvent } from '#contracts/events/index.ts';
import { DX_INSTANCES } from '#contracts/vocabulary/dx-instances.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';
import { requireCustomer } from './require-customer.ts';

/**
 * Assigns an account of the trading system to this customer from now on, for these kinds of documents (product: Account
 * code). The same assignment again is not recorded. Before it is appended, a claim makes sure that no other customer
 * has the account (account-claims.ts). Refuses an unknown customer (404) and bad fields (422).
 */
export function assignAccountCode(
  state: CustomerState,
  command: { account: AccountCode },
  at: Instant,
): CustomerEvent[] {
  return assignmentOf(requireCustomer(state).accounts, command.account, at);
}

/** The assignment to a customer with these accounts; none when it has the account for the same kinds of documents. */
export function assignmentOf(
  accounts: readonly AccountCode[],
  assigned: AccountCode,
  at: Instant,
): CustomerEvent[] {
  const account = checkedFields(accountCodeSchema, {
    ...assigned,
    docTypes: [...new Set(assigned.docTypes)].sort(),
  });
  if (!DX_INSTANCES.some((instance) => instance === account.dxInstance)) {
    throw new Refusal(422, `dxInstance must be one of ${DX_INSTANCES.join(', ')}.`, {
      code: 'INVALID',
      field: 'dxInstance',
    });
  }
  const known = accounts.find((code) => sameAccount(code, account));
  if (known && known.docTypes.join() === account.docTypes.join()) return [];
  return [{ type: 'AccountCodeAssigned', data: { account, effectiveAt: at } }];
}
