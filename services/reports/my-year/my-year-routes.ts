import { myYearReply } from '#contracts/api/my-year.ts';
import { billingRecords } from '#projections/billing/index.ts';
import type { Context } from '#services/module.ts';
import { houseToday } from '#services/platform/clock.ts';
import {
  callGroup,
  chosenCustomer,
  minPosition,
  sendPosition,
  type App,
} from '#services/platform/http/index.ts';
import { priceListOn } from '#services/prices/index.ts';
import { yearOfCustomer } from './year-of-customer.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['reports'] });

/** A customer's own year (product: My year; rule: My year). */
export function registerMyYearRoutes(
  app: App,
  { db, clock, zone, shapeName, fresh }: Pick<Context, 'db' | 'clock' | 'zone' | 'shapeName' | 'fresh'>,
): void {
  app.post(
    '/reports/year',
    forSignedIn({
      summary: 'What the customer held, took, gave back and sold in twelve months, and what it was billed',
      response: { 200: myYearReply },
    }),
    async (request, reply) => {
      const { caller } = request;
      const customerId = chosenCustomer(caller);
      const { position, stale } = await fresh.freshness(minPosition(request), { customerId });
      const [records, called] = await Promise.all([billingRecords(db, [customerId]), shapeName()]);
      const day = houseToday({ clock, zone });
      sendPosition(reply, position, stale);
      return yearOfCustomer({
        customerId,
        parcels: records.parcels.get(customerId) ?? [],
        bills: records.bills,
        day,
        zone,
        priced: caller.showPrices === 'WHOLESALE',
        priceList: await priceListOn(db, day),
        shapeName: called,
      });
    },
  );
}
