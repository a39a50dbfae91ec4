import { formatConstant } from './words.ts';

/** A parcel's status: a function of its spell's last document and last intent (rule: Status). */
export const STATUSES = [
  'AVAILABLE',
  'NOT_AVAILABLE',
  'REQUESTED',
  'CUSTOMER',
  'PENDING_RETURN',
  'SOLD',
  'INVOICED',
] as const;
export type Status = (typeof STATUSES)[number];

/** The statuses of what is in stock: listed, and neither withdrawn nor invoiced (rule: Vendor report). */
export const STOCK_STATUSES = ['AVAILABLE', 'REQUESTED', 'CUSTOMER', 'PENDING_RETURN', 'SOLD'] as const;

/** What people intend: ours (rule: Two tracks). */
export const INTENTS = ['REQUEST', 'RETURN', 'SOLD'] as const;
export type Intent = (typeof INTENTS)[number];

/** What documents of the trading system prove (rule: Two tracks). */
export const DOC_TYPES = ['MEMO', 'RETURN_MEMO', 'INVOICE', 'CREDIT'] as const;
export type DocType = (typeof DOC_TYPES)[number];

export type HistoryType = Intent | DocType;

/** Display names of history entries (product: History entry). */
export const HISTORY_NAMES: Readonly<Record<HistoryType, string>> = {
  REQUEST: 'Request',
  MEMO: 'Memo',
  RETURN: 'Pending Return',
  RETURN_MEMO: 'Returned',
  SOLD: 'Sold',
  INVOICE: 'Invoiced',
  CREDIT: 'Returned',
};

/** What the buttons that give an instruction are called (product: Actions by status). */
export const INTENT_LABELS: Readonly<Record<Intent, string>> = {
  REQUEST: 'Request',
  RETURN: 'Return',
  SOLD: 'Sold',
};

/** A movement in one word each, in reports; `HISTORY_NAMES` calls a credit 'Returned' too. */
export const MOVEMENT_NAMES: Readonly<Record<HistoryType, string>> = { ...HISTORY_NAMES, CREDIT: 'Credited' };

/** The statuses that *My (current)* lists (rule: My and past), which are those of exposure. */
export const CURRENT_STATUSES: readonly Status[] = ['REQUESTED', 'CUSTOMER', 'PENDING_RETURN'];

/** The statuses of a parcel that is out on memo, which are those of the holding (rule: Exposure, holding, fee base). */
export const ON_MEMO: readonly Status[] = ['CUSTOMER', 'PENDING_RETURN'];

/**
 * What a status offers: Request when AVAILABLE, Return and Sold when CUSTOMER or REQUESTED (product: Actions
 * by status).
 */
export function actionsOf(status: Status): readonly Intent[] {
  if (status === 'AVAILABLE') return ['REQUEST'];
  return status === 'CUSTOMER' || status === 'REQUESTED' ? ['RETURN', 'SOLD'] : [];
}

/**
 * A status in words. In Past, AVAILABLE and NOT_AVAILABLE are displayed as Returned (product: Status words);
 * where a stone can be requested or is gone, they are themselves (rule: My and past). All others are in title case.
 */
export function statusName(status: Status, where: 'requestable' | 'past' = 'past'): string {
  if (where === 'past' && (status === 'AVAILABLE' || status === 'NOT_AVAILABLE')) return 'Returned';
  return formatConstant(status);
}
