import type { Customer } from '#contracts/api/customers.ts';
import { rowsAsked, type RestList } from '#services/platform/http/index.ts';

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
 * callers who see them, an account code, ignoring case), by `id` (one or several), by rep or by access flag. Pure.
 * Throws a Refusal (400) for a field it does not know.
 * @param customers in the order of their names where a sort is asked for
 */
export function listCustomers(
  customers: readonly Customer[],
  { sort, filter }: Pick<RestList, 'sort' | 'filter'>,
): Customer[] {
  const { salesRepEmail: rep } = filter;
  const ofRep =
    typeof rep === 'string'
      ? customers.filter(({ salesRepEmail }) => salesRepEmail.toLowerCase() === rep.toLowerCase())
      : customers;
  return rowsAsked(
    ofRep,
    { sort, filter },
    {
      key: 'customerId',
      sortedBy: SORTED_BY,
      order: 'name',
      filteredBy: FLAGS,
      searched: textOf,
      chosenBy: ['salesRepEmail', 'limits', 'toBill'],
    },
  );
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
