import type { z } from 'zod';
import {
  customerEvents,
  type accountCodeSchema,
  type CustomerAccess,
  type CustomerEvent,
  type customerIdentitySchema,
  type CustomerTerms,
  type RetailMarkup,
} from '#contracts/events/index.ts';
import type { TermsChange } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { ProjectedEvent } from '../engine/index.ts';

/**
 * One change of terms with both of its dates: when it counts from, and when and where it was recorded (rule:
 * Two axes).
 */
export type RecordedTerms = TermsChange<CustomerTerms> & {
  readonly recordedAt: Instant;
  readonly position: number;
  readonly eventId: string;
  readonly by: string;
  readonly reason?: string;
};

export type CustomerAccount = z.infer<typeof accountCodeSchema> & { readonly position: number };

/** A customer as it is now, with its terms through time. Money in cents, rates in ppm. */
export type CustomerRecord = {
  readonly customerId: number;
  readonly registeredAt: Instant;
  readonly identity: z.infer<typeof customerIdentitySchema>;
  readonly access: CustomerAccess;
  /** In the order recorded, the registration first; `termsAt` gives those in force at a day's end. */
  readonly terms: readonly RecordedTerms[];
  readonly accounts: readonly CustomerAccount[];
  readonly retailMarkups: readonly RetailMarkup[];
};

/** True for what belongs in a customer's stream. */
export function isCustomerEvent(event: ProjectedEvent): event is ProjectedEvent & CustomerEvent {
  return Object.hasOwn(customerEvents, event.type);
}

/** One more event of the customer; pure. Throws when the customer was not registered before. */
export function evolveCustomerRecord(
  record: CustomerRecord | undefined,
  event: ProjectedEvent & CustomerEvent,
): CustomerRecord {
  if (event.type === 'CustomerRegistered') {
    const { customerId, identity, access, terms, effectiveAt } = event.data;
    return {
      customerId,
      registeredAt: effectiveAt,
      identity,
      access,
      terms: [{ ...recorded(event), effectiveAt, changes: terms }],
      accounts: [],
      retailMarkups: [],
    };
  }
  if (!record) throw new Error(`${event.type} comes before the customer was registered`);
  switch (event.type) {
    case 'CustomerIdentityChanged':
      return { ...record, identity: changed(record.identity, event.data.changes) };
    case 'CustomerAccessChanged':
      return { ...record, access: changed(record.access, event.data.changes) };
    case 'CustomerTermsChanged': {
      const { effectiveAt, changes, reason } = event.data;
      return {
        ...record,
        terms: [
          ...record.terms,
          { ...recorded(event), effectiveAt, changes, ...(reason === undefined ? {} : { reason }) },
        ],
      };
    }
    case 'AccountCodeAssigned': {
      const { account } = event.data;
      return {
        ...record,
        accounts: [...without(record.accounts, account), { ...account, position: Number(event.position) }],
      };
    }
    case 'AccountCodeRemoved':
      return { ...record, accounts: without(record.accounts, event.data) };
    case 'RetailMarkupsSet':
      return { ...record, retailMarkups: event.data.rows };
    case 'InstructionPlaced':
    case 'InstructionFinished':
    case 'ModelsRequested':
    case 'PiecesAllotted':
    case 'ModelsRequestFinished':
    case 'BackOrderCancelled':
    case 'BillCreated':
      return record;
  }
}

function recorded(event: ProjectedEvent): Pick<RecordedTerms, 'recordedAt' | 'position' | 'eventId' | 'by'> {
  return {
    recordedAt: event.metadata.recordedAt,
    position: Number(event.position),
    eventId: event.id,
    by: event.metadata.actor.username,
  };
}

/** The fields with those given replaced; one given as undefined stays. */
function changed<Fields extends object>(
  fields: Fields,
  changes: { readonly [Field in keyof Fields]?: Fields[Field] | undefined },
): Fields {
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  };
}

function without(
  accounts: readonly CustomerAccount[],
  gone: { readonly dxInstance: string; readonly accountCode: string },
): readonly CustomerAccount[] {
  return accounts.filter(
    (account) => account.dxInstance !== gone.dxInstance || account.accountCode !== gone.accountCode,
  );
}
