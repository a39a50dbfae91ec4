import type { CustomerEdit } from '#contracts/api/customer-edits.ts';
import { customerFold, type CustomerState } from '#contracts/customer/index.ts';
import {
  customerStream,
  type AccountCode,
  type CustomerAccess,
  type CustomerEvent,
  type CustomerIdentity,
} from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { carryOut, type Command, type CommandContext } from '#services/platform/commands/index.ts';
import { claimAccounts } from './account-claims.ts';
import { assignAccountCode } from './assign-account-code.ts';
import { changeAccess } from './change-access.ts';
import { changeIdentity } from './change-identity.ts';
import { editCustomer, newCustomerEvents, type EditCustomer } from './edit-customer.ts';
import { changeTerms, type ChangeTerms } from './change-terms.ts';
import { registerCustomer, type RegisterCustomer } from './register-customer.ts';
import { removeAccountCode } from './remove-account-code.ts';
import { setRetailMarkups, type SetRetailMarkups } from './set-retail-markups.ts';

/** The result of a command on a customer: the log position it reached, null when there was nothing to change. */
type CustomerChanged = { position: bigint | null };

/**
 * Carries out a command on one customer: loads the stream, decides, claims the accounts that are newly the customer's,
 * and appends at the exact revision.
 */
type Handler<Input> = (
  context: CommandContext,
  command: Command,
  customerId: number,
  input: Input,
) => Promise<CustomerChanged>;

function handler<Input>(
  decide: (state: CustomerState, input: Input, at: Instant, zone: string) => CustomerEvent[],
): Handler<Input> {
  return async (context, command, customerId, input) => {
    const { position } = await carryOut(
      context,
      { stream: customerStream(customerId), fold: customerFold },
      command,
      (state) => decide(state, input, context.clock().toISOString(), context.zone),
      { before: (loaded, events) => claimAccounts(context, loaded, events) },
    );
    return { position };
  };
}

/**
 * The commands on customers, carried out (product: Customer). Each refuses as its decider does, and throws AccountTaken
 * (422) for an account of another customer.
 */
export const customerCommands = {
  register: handler<RegisterCustomer>(registerCustomer),
  /** The fields of the edit form. */
  create: handler<CustomerEdit & { name: string }>(newCustomerEvents),
  edit: handler<EditCustomer>(editCustomer),
  changeIdentity: handler<{ changes: Partial<CustomerIdentity> }>(changeIdentity),
  changeAccess: handler<{ changes: Partial<CustomerAccess> }>(changeAccess),
  changeTerms: handler<ChangeTerms>((state, input, _at, zone) => changeTerms(state, input, zone)),
  assignAccountCode: handler<{ account: AccountCode }>(assignAccountCode),
  removeAccountCode: handler<Pick<AccountCode, 'dxInstance' | 'accountCode'>>(removeAccountCode),
  setRetailMarkups: handler<SetRetailMarkups>(setRetailMarkups),
};
