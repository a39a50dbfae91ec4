import type { Line } from '#contracts/vocabulary/lines.ts';

/** Names of what is cached: the same for reading and for refreshing. */
export const queryKeys = {
  session: ['session'] as const,
  ownSessions: ['own-sessions'] as const,
  ownSecondFactor: ['own-second-factor'] as const,
  customer: ['customer'] as const,
  customers: ['customers'] as const,
  attributes: ['attributes'] as const,
  assetPages: ['asset-pages'] as const,
  invoices: (month: string) => ['invoices', month] as const,
  invoiceMonths: ['invoice-months'] as const,
  billWorking: (month: string) => ['bill-working', month] as const,
  myYear: ['my-year'] as const,
  savedSearches: ['saved-searches'] as const,
  clientLinks: ['client-links'] as const,
  memoReminders: ['memo-reminders'] as const,
  lists: ['list'] as const,
  listsOf: (line: Line) => ['list', line] as const,
  list: (line: Line, kind: 'available' | 'customer' | 'cart' | 'past') => ['list', line, kind] as const,
  /** The lines of parcels that links name. */
  lines: ['line'] as const,
  line: (parcelName: string) => ['line', parcelName] as const,
  /** All lists of jewellery models: what changes one changes the others. */
  models: ['jewellery-models'] as const,
  allDetails: ['details'] as const,
  detailsOf: (line: Line) => ['details', line] as const,
  details: (line: Line, parcelName: string) => ['details', line, parcelName] as const,
};
