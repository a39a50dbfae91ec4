import { priceListText } from '#services/prices/testing/made-price-lists.ts';
import type { Call } from '../call.ts';
import type { Sent } from '../called-world.ts';

/** Of a day before all others, so that the list in force stays. */
const upload = (query: Record<string, string> = {}): Sent => ({
  query,
  form: { type: 'text/csv', text: priceListText('2000-01-01') },
});

/** Price lists (rule: Price list files). */
export const PRICE_LIST_CALLS: readonly Call[] = [
  { call: 'GET /api/price-lists', who: 'administer' },
  { call: 'POST /api/price-lists/check', who: 'administer', sends: () => upload() },
  {
    call: 'POST /api/price-lists',
    who: 'administer',
    good: 201,
    sends: () => upload({ fileName: 'list.csv', confirmed: 'OLDER' }),
  },
  {
    call: 'DELETE /api/price-lists/{date}',
    who: 'administer',
    sends: async (world) => ({ path: { date: await world.oldPriceList() } }),
  },
];
