import type { z } from 'zod';
import {
  customerStream,
  type accountCodeSchema,
  type CustomerAccess,
  type CustomerEvent,
  type customerIdentitySchema,
  type CustomerTerms,
  type RetailMarkup,
} from '#contracts/events/index.ts';
import type { TermsChange } from '#contracts/lifecycle/index.ts';
import type { Fact, Fold } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

export type CustomerIdentity = z.infer<typeof customerIdentitySchema>;
export type AccountCode = z.infer<typeof accountCodeSchema>;

/** A customer as its stream tells it, plain JSON; instructions are the business of services/stones, orders of services/jewellery. */
export type CustomerState = {
  customerId: number;
  registered: boolean;
  identity: CustomerIdentity;
  access: CustomerAccess;
  /** In the order recorded; `termsAt` gives those in force on a day. */
  terms: TermsChange<CustomerTerms>[];
  accountCodes: AccountCode[];
  retailMarkups: RetailMarkup[];
  /** Of the last change: its log position, and who made it; what the customer asked for changes neither. */
  version: string;
  changedBy: string;
};

/** A customer before anything is recorded, with a new customer's defaults (product: Customer). */
export function newCustomer(customerId: number): CustomerState {
  return {
    customerId,
    registered: false,
    identity: { name: '', legalName: '', email: '', salesRepEmail: '', bigName: '' },
    access: {
      allowLogin: true,
      allowActions: false,
      fmAllowed: false,
      lgAllowed: false,
      fcAllowed: false,
      legend: false,
    },
    terms: [],
    accountCodes: [],
    retailMarkups: [],
    version: '0',
    changedBy: '',
  };
}

/** One more event of the customer's stream. Pure. */
export function evolveCustomer(state: CustomerState, event: CustomerEvent): CustomerState {
  switch (event.type) {
    case 'CustomerRegistered': {
      const { customerId, identity, access, terms, effectiveAt } = event.data;
      return {
        ...state,
        customerId,
        registered: true,
        identity,
        access,
        terms: [{ effectiveAt, changes: terms }],
      };
    }
    case 'CustomerIdentityChanged':
      return { ...state, identity: { ...state.identity, ...event.data.changes } as CustomerIdentity };
    case 'CustomerAccessChanged':
      return { ...state, access: { ...state.access, ...event.data.changes } as CustomerAccess };
    case 'CustomerTermsChanged':
      return {
        ...state,
        terms: [...state.terms, { effectiveAt: event.data.effectiveAt, changes: event.data.changes }],
      };
    case 'AccountCodeAssigned': {
      const { account } = event.data;
      return {
        ...state,
        accountCodes: [...state.accountCodes.filter((known) => !sameAccount(known, account)), account],
      };
    }
    case 'AccountCodeRemoved':
      return {
        ...state,
        accountCodes: state.accountCodes.filter((known) => !sameAccount(known, event.data)),
      };
    case 'RetailMarkupsSet':
      return { ...state, retailMarkups: event.data.rows };
    case 'InstructionPlaced':
    case 'InstructionFinished':
    case 'ModelsRequested':
    case 'PiecesAllotted':
    case 'ModelsRequestFinished':
    case 'BackOrderCancelled':
    case 'BillCreated':
      return state;
  }
}

/** True when both name the same account of the trading system. */
export function sameAccount(
  a: Pick<AccountCode, 'dxInstance' | 'accountCode'>,
  b: Pick<AccountCode, 'dxInstance' | 'accountCode'>,
): boolean {
  return a.dxInstance === b.dxInstance && a.accountCode === b.accountCode;
}

/** Loads a customer by its stream; what is not of a customer in it is left aside. */
export const customerFold: Fold<CustomerState> = {
  name: 'customer-2',
  initial: (stream) => newCustomer(Number(stream.slice(customerStream(0).length - 1))),
  evolve: (state, fact: Fact) => {
    const evolved = evolveCustomer(state, fact as CustomerEvent);
    if (evolved === state) return state;
    return { ...evolved, version: String(fact.position), changedBy: fact.metadata.actor.username };
  },
};

/** Throws a Refusal (404) when there is no such customer. */
export function requireCustomer(state: CustomerState): void {
  if (!state.registered)
    throw new Refusal(404, `There is no customer ${state.customerId}.`, {
      code: 'UNKNOWN_CUSTOMER',
      field: 'customerId',
    });
}
