import type {
  AccountCode,
  BillingBegun,
  CustomerAccess,
  CustomerIdentity,
  CustomerRecordEvent,
  CustomerTerms,
  RetailMarkup,
} from '../events/index.ts';
import type { Recorded } from '../events/stream-family.ts';
import { provenanceOf, type RecordedTerms } from '../lifecycle/recorded-terms.ts';
import type { Instant } from '../vocabulary/house-time.ts';
import { withChanges } from '../vocabulary/with-changes.ts';

type CustomerAccount = AccountCode & { readonly position: number };

/** From when until when an account was a customer's; `until` is null while it is. */
export type AccountPeriod = Pick<AccountCode, 'dxInstance' | 'accountCode'> & {
  /** Where in the log it was assigned. */
  readonly position: number;
  readonly since: Instant;
  readonly until: Instant | null;
};

/** Where billing begins, and what was owed before it, in cents (rule: Billing begins on). */
export type Opening = Pick<BillingBegun, 'month' | 'balanceCents'>;

/** A change of terms; one with an opening changes none, and says where billing begins. */
type CustomerTermsRow = RecordedTerms<CustomerTerms> & { readonly opening?: Opening };

/** A customer as it is now, with its terms through time. Money in cents, rates in ppm. */
export type CustomerRecord = {
  readonly customerId: number;
  readonly registeredAt: Instant;
  readonly identity: CustomerIdentity;
  readonly access: CustomerAccess;
  /** In the order recorded, the registration first; `termsAt` gives those in force at a day's end. */
  readonly terms: readonly CustomerTermsRow[];
  readonly accounts: readonly CustomerAccount[];
  /** Every account that it ever had, in the order assigned. */
  readonly accountPeriods: readonly AccountPeriod[];
  readonly retailMarkups: readonly RetailMarkup[];
};

/** One more event of the customer's record; undefined before the first. Throws Error when the customer was not registered before. */
export function evolveCustomerRecord(
  record: CustomerRecord | undefined,
  event: Recorded<CustomerRecordEvent>,
): CustomerRecord {
  if (event.type === 'CustomerRegistered') {
    const { customerId, identity, access, terms, effectiveAt } = event.data;
    return {
      customerId,
      registeredAt: effectiveAt,
      identity,
      access,
      terms: [{ ...provenanceOf(event), effectiveAt, changes: terms }],
      accounts: [],
      accountPeriods: [],
      retailMarkups: [],
    };
  }
  if (!record) throw new Error(`${event.type} comes before the customer was registered`);
  switch (event.type) {
    case 'CustomerIdentityChanged':
      return { ...record, identity: withChanges(record.identity, event.data.changes) };
    case 'CustomerAccessChanged':
      return { ...record, access: withChanges(record.access, event.data.changes) };
    case 'CustomerTermsChanged': {
      const { effectiveAt, changes, reason } = event.data;
      const change = {
        ...provenanceOf(event),
        effectiveAt,
        changes,
        ...(reason === undefined ? {} : { reason }),
      };
      return { ...record, terms: [...record.terms, change] };
    }
    case 'BillingBegun': {
      const { month, balanceCents, reason, effectiveAt } = event.data;
      const row = {
        ...provenanceOf(event),
        effectiveAt,
        changes: {},
        reason,
        opening: { month, balanceCents },
      };
      return { ...record, terms: [...record.terms, row] };
    }
    case 'AccountCodeAssigned': {
      const { account } = event.data;
      return {
        ...record,
        accounts: [...without(record.accounts, account), { ...account, position: Number(event.position) }],
        accountPeriods: assigned(record, account, event),
      };
    }
    case 'AccountCodeRemoved':
      return {
        ...record,
        accounts: without(record.accounts, event.data),
        accountPeriods: record.accountPeriods.map((period) =>
          period.until === null && sameAccount(period, event.data)
            ? { ...period, until: event.data.effectiveAt }
            : period,
        ),
      };
    case 'RetailMarkupsSet':
      return { ...record, retailMarkups: event.data.rows };
  }
}

/** One that is the customer's already goes on, whatever kinds of documents it is now for. */
function assigned(
  { accountPeriods }: CustomerRecord,
  { dxInstance, accountCode }: AccountCode,
  { position, data }: { position: bigint | number; data: { effectiveAt: Instant } },
): readonly AccountPeriod[] {
  const account = { dxInstance, accountCode };
  if (accountPeriods.some((period) => period.until === null && sameAccount(period, account)))
    return accountPeriods;
  return [
    ...accountPeriods,
    { ...account, position: Number(position), since: data.effectiveAt, until: null },
  ];
}

/** True when both name the same account of the trading system. */
export function sameAccount(
  a: Pick<AccountCode, 'dxInstance' | 'accountCode'>,
  b: Pick<AccountCode, 'dxInstance' | 'accountCode'>,
): boolean {
  return a.dxInstance === b.dxInstance && a.accountCode === b.accountCode;
}

function without(
  accounts: readonly CustomerAccount[],
  gone: Pick<AccountCode, 'dxInstance' | 'accountCode'>,
): readonly CustomerAccount[] {
  return accounts.filter((account) => !sameAccount(account, gone));
}
