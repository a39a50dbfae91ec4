import type { SmallVitrine } from './small-vitrine.ts';

/**
 * Who may call, and for which customer (product: Roles; rule: Acting for a customer): users of the small
 * world, with the customer header they send.
 */
export const CALLERS = {
  nobody: null,
  'a customer': ['alder', undefined],
  'a customer, its own header': ['alder', '7'],
  "a customer, another's header": ['alder', '8'],
  'a customer that may not make changes': ['cedar', undefined],
  'a rep without a customer': ['rep', undefined],
  'a rep for a customer': ['rep', '7'],
  'a rep for an unknown customer': ['rep', '4711'],
  'an administrator without a customer': ['admin', undefined],
  'an administrator for a customer': ['admin', '7'],
} as const;
export type CallerName = keyof typeof CALLERS;
type Statuses = Readonly<Record<CallerName, number>>;

/** Everyone who is signed in reads; staff without a customer see empty own lists. */
const READ: Statuses = {
  nobody: 401,
  'a customer': 200,
  'a customer, its own header': 200,
  "a customer, another's header": 403,
  'a customer that may not make changes': 200,
  'a rep without a customer': 200,
  'a rep for a customer': 200,
  'a rep for an unknown customer': 402,
  'an administrator without a customer': 200,
  'an administrator for a customer': 200,
};

/** What changes something for a customer needs one, that may make changes; staff make them for it. */
const ACT: Statuses = {
  ...READ,
  'a customer that may not make changes': 402,
  'a rep without a customer': 402,
  'an administrator without a customer': 402,
};

/** One customer's data cannot be shown to staff who have not named the customer. */
const READ_OWN: Statuses = {
  ...READ,
  'a rep without a customer': 402,
  'an administrator without a customer': 402,
};

/** Administrators alone, with a customer or without. */
const ADMINISTER: Statuses = {
  ...READ,
  'a customer': 403,
  'a customer, its own header': 403,
  'a customer that may not make changes': 403,
  'a rep without a customer': 403,
  'a rep for a customer': 403,
  'a rep for an unknown customer': 403,
};

/** Reps and administrators, with a customer or without. */
const STAFF: Statuses = {
  ...READ,
  'a customer': 403,
  'a customer, its own header': 403,
  'a customer that may not make changes': 403,
};

/** Public calls: any caller, whatever the header. */
const ANYONE: Statuses = {
  ...READ,
  nobody: 200,
  "a customer, another's header": 200,
  'a rep for an unknown customer': 200,
};

export const WHO_MAY = {
  anyone: ANYONE,
  read: READ,
  readOwn: READ_OWN,
  act: ACT,
  administer: ADMINISTER,
  staff: STAFF,
} as const;

/** The table's rows: each caller with the status that a call of this kind answers. */
export function callersOf(kind: keyof typeof WHO_MAY): [CallerName, number][] {
  return Object.entries(WHO_MAY[kind]) as [CallerName, number][];
}

/** The status that a caller is answered, for a POST (or GET) of this body. */
export async function statusFor(
  vitrine: SmallVitrine,
  caller: CallerName,
  path: string,
  body: unknown,
  method = 'POST',
): Promise<number> {
  const known = CALLERS[caller];
  if (known === null) return (await vitrine.call(path, body, { method })).status;
  const [username, customer] = known;
  const user = await vitrine.as(username, customer === undefined ? {} : { customer });
  return (await user.post(path, body, { method })).status;
}
