import type { CustomerEdit } from '#contracts/api/customer-edits.ts';
import { CUSTOMER_TERMS } from '#contracts/api/terms.ts';
import { sameAccount, type CustomerState } from '#contracts/customer/index.ts';
import type {
  AccountCode,
  CustomerAccess,
  CustomerEvent,
  CustomerIdentity,
  CustomerTerms,
} from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { given } from '#services/platform/checked-fields.ts';
import { changedMeanwhile, Refusal } from '#services/platform/refusal.ts';
import { termsInside } from '#services/platform/terms-inside.ts';
import { assignmentOf } from './assign-account-code.ts';
import { changeAccess } from './change-access.ts';
import { changeIdentity } from './change-identity.ts';
import { changeTerms } from './change-terms.ts';
import { registerCustomer } from './register-customer.ts';
import { requireCustomer } from './require-customer.ts';

/** A customer's fields in the units of the deciders: cents, ppm, lists of document kinds. */
type CustomerFields = {
  identity: Partial<CustomerIdentity>;
  access: Partial<CustomerAccess>;
  terms: Partial<CustomerTerms>;
  accountCodes: AccountCode[] | undefined;
};

export type EditCustomer = {
  edit: CustomerEdit;
  /** The version that was read; null when the caller names none. */
  expectedVersion: string | null;
};

/** The wire's fields in these units; those that are not given stay out. */
function fieldsOf(edit: CustomerEdit): CustomerFields {
  const { name, legalName, email, salesRepEmail, bigName } = edit;
  const { allowLogin, allowActions, fmAllowed, lgAllowed, fcAllowed, legend } = edit;
  return {
    identity: given({ name, legalName, email, salesRepEmail, bigName }),
    access: given({ allowLogin, allowActions, fmAllowed, lgAllowed, fcAllowed, legend }),
    terms: termsInside(edit, CUSTOMER_TERMS),
    accountCodes: edit.accountCodes?.map(({ dxInstance, accountCode, docType }) => ({
      dxInstance,
      accountCode,
      docTypes: docType,
    })),
  };
}

/**
 * All of a customer's edit form together: names, access, terms from `effectiveAt` on (now unless given)
 * and account codes; only what differs is recorded. Pure. Refuses an unknown customer (404), a version that is no
 * longer the newest (409: nothing is saved), bad fields and actions without an account (422).
 */
export function editCustomer(
  state: CustomerState,
  { edit, expectedVersion }: EditCustomer,
  at: Instant,
  zone: string,
): CustomerEvent[] {
  const { accounts, access: known } = requireCustomer(state);
  checkVersion(state, expectedVersion);
  const { identity, access, terms, accountCodes } = fieldsOf(edit);
  // A current value is not refused: the form may be saved because of its other fields.
  if (!known.allowActions || hasMemoAccount(accounts))
    refuseActionsWithoutAccount({ ...known, ...access }, accountCodes ?? accounts);
  // Now, not the bare day: somebody else's change earlier today must not win over it.
  const effectiveAt = edit.effectiveAt ?? at;
  return [
    ...changeIdentity(state, { changes: identity }, at),
    ...changeAccess(state, { changes: access }, at),
    ...changeTerms(state, { changes: terms, effectiveAt, reason: edit.reason || undefined }, zone),
    ...(accountCodes ? changeAccounts(accounts, accountCodes, at) : []),
  ];
}

/**
 * A new customer with its terms and accounts, in one append; fields that are not given take their defaults. Refuses as
 * `registerCustomer` does.
 */
export function newCustomerEvents(
  state: CustomerState,
  { name, ...edit }: CustomerEdit & { name: string },
  at: Instant,
): CustomerEvent[] {
  const { identity, access, terms, accountCodes = [] } = fieldsOf(edit);
  refuseActionsWithoutAccount(access, accountCodes);
  const events = registerCustomer(state, { identity: { name, ...identity }, access, terms }, at);
  return [...events, ...changeAccounts([], accountCodes, at)];
}

const hasMemoAccount = (accounts: readonly AccountCode[]): boolean =>
  accounts.some(({ docTypes }) => docTypes.includes('MEMO'));

/** Refuses (422) to allow actions to a customer whose requests could not be posted (rule: Accounts and actions). */
function refuseActionsWithoutAccount(
  { allowActions = false }: Partial<CustomerAccess>,
  accounts: readonly AccountCode[],
): void {
  if (!allowActions || hasMemoAccount(accounts)) return;
  throw new Refusal(
    422,
    'Give the customer an account code for memos first: without one its requests cannot be sent to the trading system.',
    { code: 'NO_ACCOUNT', field: 'allowActions' },
  );
}

/** Refuses (409) when somebody has changed the customer since this version of it was read. */
function checkVersion(state: CustomerState, expectedVersion: string | null): void {
  if (expectedVersion === null || expectedVersion === state.version) return;
  throw changedMeanwhile(state.changedBy, 'customer');
}

function changeAccounts(
  known: readonly AccountCode[],
  wanted: readonly AccountCode[],
  at: Instant,
): CustomerEvent[] {
  const twice = wanted.findIndex((one, place) =>
    wanted.slice(0, place).some((other) => sameAccount(one, other)),
  );
  if (twice >= 0) {
    throw new Refusal(422, 'This account is listed twice.', {
      code: 'INVALID',
      field: `accountCodes.${twice}.accountCode`,
    });
  }
  const gone = known.filter((account) => !wanted.some((one) => sameAccount(one, account)));
  return [
    ...gone.map(({ dxInstance, accountCode }) => ({
      type: 'AccountCodeRemoved' as const,
      data: { dxInstance, accountCode, effectiveAt: at },
    })),
    ...wanted.flatMap((account) => assignmentOf(known, account, at)),
  ];
}
