import type { EventType } from '../events/index.ts';
import type { DocType } from './statuses.ts';
import { nameInWords } from './words.ts';

/**
 * What an entry of the audit's history is: the type of its event; of a document the kind of document, since
 * that is what one searches for (rule: Two tracks).
 */
export type AuditType = Exclude<EventType, 'DocumentReceived'> | DocType;

/** The types in the groups that the search offers, each with its words. */
export const AUDIT_GROUPS = [
  {
    title: 'Instructions',
    types: {
      StoneRequested: 'Request',
      StoneReturned: 'Return',
      StoneSold: 'Sold',
      InstructionDeclined: 'Declined',
      InstructionPlaced: 'Instruction placed',
      InstructionFinished: 'Instruction finished',
    },
  },
  {
    title: 'Documents',
    types: { MEMO: 'Memo', RETURN_MEMO: 'Return memo', INVOICE: 'Invoice', CREDIT: 'Credit' },
  },
  {
    title: 'Corrections',
    types: { EventUndone: 'Undone', EventDateChanged: 'Date changed', SpellRepriced: 'Spell repriced' },
  },
  {
    title: 'Stones',
    types: {
      StoneListed: 'Listed',
      StoneDescribed: 'Description replaced',
      StoneRepriced: 'Repriced',
      StoneWithdrawn: 'Withdrawn',
      StoneReinstated: 'Reinstated',
      VendorAvailabilityChanged: 'Availability changed',
    },
  },
  {
    title: 'Customers',
    types: {
      CustomerRegistered: 'Customer registered',
      CustomerIdentityChanged: 'Identity changed',
      CustomerAccessChanged: 'Access changed',
      CustomerTermsChanged: 'Terms changed',
      BillingBegun: 'Billing begins on',
      AccountCodeAssigned: 'Account assigned',
      AccountCodeRemoved: 'Account removed',
      RetailMarkupsSet: 'Retail markups set',
      BillCreated: 'Bill created',
    },
  },
  {
    title: 'Carts and desires',
    types: {
      StonesCarted: 'Into the cart',
      StonesUncarted: 'Out of the cart',
      DesireCarted: 'Desire carted',
      DesireChanged: 'Desire changed',
      DesireRequested: 'Desire requested',
      DesireFulfilled: 'Desire fulfilled',
      DesireClosed: 'Desire closed',
      DesireCancelled: 'Desire cancelled',
    },
  },
  {
    title: 'Models',
    types: {
      ModelImported: 'Model imported',
      ModelChanged: 'Model changed',
      ModelsRequested: 'Models requested',
      PiecesAllotted: 'Pieces allotted',
      ModelsRequestFinished: 'Model request finished',
      BackOrderCancelled: 'Back order cancelled',
    },
  },
  {
    title: 'Vendors',
    types: {
      VendorRegistered: 'Vendor registered',
      VendorSettingsChanged: 'Vendor settings changed',
      VendorTermsChanged: 'Vendor terms changed',
      VendorColumnsMapped: 'Feed columns mapped',
      VendorFeedRead: 'Feed read',
      VendorFeedTakenBack: 'Feed taken back',
      StockJudged: 'Stock accepted or rejected',
      StockLeftUnlisted: 'Stock left unlisted',
      StockReadingTakenBack: 'Reading of stock taken back',
    },
  },
  {
    title: 'Reassortment',
    types: {
      StoresSet: 'Stores set',
      ColumnMapsSet: 'Columns mapped',
      ValueMapsSet: 'Values mapped',
      ColumnMapsCleared: 'Column maps cleared',
      ValueMapsCleared: 'Value maps cleared',
      IdealLoaded: 'Ideal inventory loaded',
      IdealEdited: 'Ideal inventory edited',
      BinsCleared: 'Bins cleared',
      StockUploaded: 'Current stock uploaded',
      StonesLocked: 'Stones locked',
      PlanMade: 'Plan made',
      ResultsCleared: 'Plans cleared',
    },
  },
] as const satisfies readonly { title: string; types: Partial<Record<AuditType, string>> }[];

const WORDS: Readonly<Record<string, string>> = Object.assign({}, ...AUDIT_GROUPS.map(({ types }) => types));

/** A type in words; one that no group names, by its event's own name: 'BillReplaced' is 'Bill replaced'. */
export const auditTypeName = (type: string): string => WORDS[type] ?? nameInWords(type);
