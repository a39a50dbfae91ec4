import { z } from 'zod';
import {
  loadPriceListQuery,
  priceListCheck,
  priceListResource,
  removePriceListQuery,
  type PriceListResource,
} from '#contracts/api/price-lists.ts';
import { houseDaySchema } from '#contracts/vocabulary/schemas.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import { answeredOnce } from '#services/platform/commands/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { callGroup, callKey, listFromDatabase, type App } from '#services/platform/http/index.ts';
import { acceptSheets, sheetBody, SHEET_TYPES } from '#services/platform/workbooks/index.ts';
import { checkPriceList, loadPriceList, removePriceList } from './load-price-list.ts';
import { PRICE_LIST_LIMITS, readPriceListFile } from './read-price-list.ts';
import { PRICE_LISTS_SUBJECT, selectPriceLists } from './price-list-store.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['price lists'] });
/** A check, and the questions of loading, name list prices and what the stock is worth by them (rule: Price modes). */
const ofPrices = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'Price lists are',
  tags: ['price lists'],
});

const params = z.object({ date: houseDaySchema });

/** Price lists: what is loaded, what a file would change, loading and removing one (rule: Price list files). */
export function registerPriceListRoutes(
  app: App,
  context: { db: Db; clock: Clock; today: () => string; stores: { bus: Bus } },
): void {
  const { db, clock, today, stores } = context;
  const announce = (list: PriceListResource): PriceListResource => {
    stores.bus.publish(PRICE_LISTS_SUBJECT, {});
    return list;
  };
  listFromDatabase(
    app,
    db,
    forAdministrators,
    {
      resource: 'price-lists',
      summary: 'Price lists that were loaded, also those removed or replaced since',
      row: priceListResource,
    },
    () => ({
      select: selectPriceLists(today()),
      sortedBy: ['date', 'loadedAt', 'prices'],
      order: ['date', 'DESC'],
      filteredBy: ['state'],
      searched: ['date', 'fileName', 'loadedBy', 'removedBy'],
    }),
  );
  app.delete(
    '/api/price-lists/:date',
    forAdministrators({
      params,
      summary: 'Remove a price list. `loadedAt` refuses when another of its date was loaded meanwhile',
      querystring: removePriceListQuery,
      response: { 200: priceListResource },
    }),
    async (request) => {
      const { date } = request.params;
      const { loadedAt } = request.query;
      const { username: by } = request.caller.user;
      const key = callKey(request, ['remove-price-list'], { date, loadedAt });
      const removed = await answeredOnce(context, key, priceListResource, (tx) =>
        removePriceList(tx, date, { by, at: clock(), loadedAt, today: today() }),
      );
      return announce(removed);
    },
  );

  acceptSheets(app, (scope) => {
    const upload = {
      description: 'The body is the .csv or .xlsx file itself.',
      consumes: [...SHEET_TYPES],
    };
    scope.post(
      '/api/price-lists/check',
      {
        ...ofPrices({
          ...upload,
          summary: 'What loading a price list would change',
          response: { 200: priceListCheck },
        }),
        bodyLimit: PRICE_LIST_LIMITS.bytes,
      },
      async ({ body }) => checkPriceList(db, await readPriceListFile(sheetBody(body)), today()),
    );
    scope.post(
      '/api/price-lists',
      {
        ...ofPrices({
          ...upload,
          summary:
            'Load a price list; one of the same date is replaced. `seen` refuses when the check was against another list',
          querystring: loadPriceListQuery,
          response: { 201: priceListResource },
        }),
        bodyLimit: PRICE_LIST_LIMITS.bytes,
      },
      async (request, reply) => {
        const { fileName, confirmed, seen } = request.query;
        const bytes = sheetBody(request.body);
        const list = await readPriceListFile(bytes);
        const { username: by } = request.caller.user;
        const key = callKey(request, ['load-price-list'], [list.rows, list.date, confirmed, seen]);
        const loading = { fileName, by, at: clock(), confirmed, seen, today: today() };
        const loaded = await answeredOnce(context, key, priceListResource, (tx) =>
          loadPriceList(tx, list, loading),
        );
        return reply.code(201).send(announce(loaded));
      },
    );
  });
}
