import type { Customer } from '#contracts/api/customers.ts';
import type { RestList } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

const FLAGS = ['allowLogin', 'allowActions', 'fmAllowed', 'lgAllowed', 'fcAllowed', 'legend'] as const;
/** The figures of a customer's parcels. */
export const FIGURES = ['currentlyHolding', 'firstAction'] as const;
const SORTED_BY = [
  'name',
  'legalName',
  'email',
  'salesRepEmail',
  'customerId',
  'minInventory',
  'maxInventory',
  ...FIGURES,
  ...FLAGS,
] as const;

/**
 * The customers that a back-office list asks for: filtered by `q` (part of a name, an address, the number or, for
 * callers who see them, an account code, ignoring case), by `id` (one or several), by rep or by access flag; sorted by
 * name unless asked otherwise. Pure. Throws a Refusal (400) for a field it does not know.
 * @param byName true when they are in the order of names already
 */
export function listCustomers(
  customers: readonly Customer[],
  { sort, filter }: Pick<RestList, 'sort' | 'filter'>,
  { byName = false }: { byName?: boolean } = {},
): Customer[] {
  const tests = Object.entries(filter).map(([field, wanted]) => testOf(field, wanted));
  const found = customers.filter((customer) => tests.every((test) => test(customer)));
  if (!sort) return found;
  const field = sort.field === 'id' ? 'customerId' : SORTED_BY.find((known) => known === sort.field);
  if (!field)
    throw new Refusal(400, `sort: ${sort.field} is none of id, ${SORTED_BY.join(', ')}.`, { field: 'sort' });
  if (byName && field === 'name') return sort.descending ? found.reverse() : found;
  const direction = sort.descending ? -1 : 1;
  return found.sort((a, b) => direction * compare(a[field], b[field]) || a.customerId - b.customerId);
}

/** The text that `q` is searched in. Kept, because lists are asked for more often than customers change. */
const texts = new WeakMap<Customer, string>();
function textOf(customer: Customer): string {
  let text = texts.get(customer);
  if (text === undefined) {
    const { customerId, name, legalName, email, salesRepEmail, accountCodes = [] } = customer;
    const codes = accountCodes.map(({ accountCode }) => accountCode);
    text = [name, legalName, email, salesRepEmail, customerId, ...codes].join('\n').toLowerCase();
    texts.set(customer, text);
  }
  return text;
}

function testOf(field: string, wanted: unknown): (customer: Customer) => boolean {
  if (field === 'q' && typeof wanted === 'string') {
    const part = wanted.trim().toLowerCase();
    return (customer) => textOf(customer).includes(part);
  }
  if (field === 'id') {
    const ids = new Set((Array.isArray(wanted) ? wanted : [wanted]).map(Number));
    return ({ customerId }) => ids.has(customerId);
  }
  if (field === 'salesRepEmail' && typeof wanted === 'string')
    return ({ salesRepEmail }) => salesRepEmail.toLowerCase() === wanted.toLowerCase();
  const flag = FLAGS.find((known) => known === field);
  if (flag && typeof wanted === 'boolean') return (customer) => customer[flag] === wanted;
  throw new Refusal(
    400,
    `filter: ${field} cannot be filtered by; use q, id, salesRepEmail, ${FLAGS.join(', ')}.`,
    { field: 'filter' },
  );
}

const byLetters = new Intl.Collator('en', { sensitivity: 'base' });

/** Unset values come last; texts are compared by their letters, ignoring case. */
function compare(a: string | number | boolean | undefined, b: string | number | boolean | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return byLetters.compare(a, b);
  return Number(a) - Number(b);
}
