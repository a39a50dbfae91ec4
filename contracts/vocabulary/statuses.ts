import { z } from 'zod';

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
export const statusSchema = z.enum(STATUSES);
export type Status = z.infer<typeof statusSchema>;

/** What people intend: ours (rule: Two tracks). */
export const INTENTS = ['REQUEST', 'RETURN', 'SOLD'] as const;
export const intentSchema = z.enum(INTENTS);
export type Intent = z.infer<typeof intentSchema>;

/** What documents of the trading system prove (rule: Two tracks). */
export const DOC_TYPES = ['MEMO', 'RETURN_MEMO', 'INVOICE', 'CREDIT'] as const;
export const docTypeSchema = z.enum(DOC_TYPES);
export type DocType = z.infer<typeof docTypeSchema>;

export const historyTypeSchema = z.enum([...INTENTS, ...DOC_TYPES]);
export type HistoryType = z.infer<typeof historyTypeSchema>;

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

/** A movement in one word each, in reports; `HISTORY_NAMES` calls a credit 'Returned' too. */
export const MOVEMENT_NAMES: Readonly<Record<HistoryType, string>> = { ...HISTORY_NAMES, CREDIT: 'Credited' };

/** The statuses that *My (current)* lists (rule: My and past). */
export const CURRENT_STATUSES: readonly Status[] = ['REQUESTED', 'CUSTOMER', 'PENDING_RETURN'];

/** The statuses of a parcel that is out on memo: the jeweller answers for it until it is received back. */
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
 * where a stone can be requested the word is Available (rule: My and past). Others are shown in title case.
 */
export function statusName(status: Status, where: 'requestable' | 'past' = 'past'): string {
  if (status === 'AVAILABLE' && where === 'requestable') return 'Available';
  if (status === 'AVAILABLE' || status === 'NOT_AVAILABLE') return 'Returned';
  return status
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
}
