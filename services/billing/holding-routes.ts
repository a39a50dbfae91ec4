import { holdingQuery, holdingReply, holdingSeriesQuery, holdingSeriesReply } from '#contracts/api/bills.ts';
import { onWire } from '#contracts/api/on-wire.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { givenEffectiveAtSchema } from '#contracts/vocabulary/schemas.ts';
import type { Context } from '#services/module.ts';
import { houseToday } from '#services/platform/clock.ts';
import {
  callGroup,
  minPosition,
  sendPosition,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from './billing-context.ts';
import { holdingAt, holdingSeries } from './holdings.ts';

const forSignedIn = callGroup({
  access: 'signed-in',
  surface: 'rest',
  wholesale: 'Holdings are',
  tags: ['holdings'],
});

/** How many days back the series goes when the call does not name its first day. */
const USUAL_DAYS = 90;

/**
 * Holdings through time on both axes (rule: Two axes; rule: Exposure, holding, fee base): for staff of any customer,
 * for a customer's own user in WHOLESALE mode of its own.
 */
export function registerHoldingRoutes(app: App, billing: BillingContext & Pick<Context, 'fresh'>): void {
  const today = () => houseToday(billing);

  app.get(
    '/api/holdings',
    forSignedIn({
      summary: "A customer's inventory, holding value and limits at a day's end, as known at a cut",
      querystring: holdingQuery,
      response: { 200: holdingReply },
    }),
    async (request, reply) => {
      const { query, caller } = request;
      const customerId = visibleCustomer(caller, query.customerId);
      const at = givenEffectiveAtSchema.safeParse(query.effectiveAt ?? today());
      if (!at.success)
        throw new Refusal(
          400,
          'effectiveAt must be a day (2026-04-30) or an instant such as 2026-04-01T12:00:00Z.',
          {
            field: 'effectiveAt',
          },
        );
      const day = houseDayOf(at.data, billing.zone);
      const { stale } = await billing.fresh.freshness(minPosition(request), { customerId });
      const held = await holdingAt(billing, customerId, day, query.knownAt);
      sendPosition(reply, held.cut.position, stale);
      return onWire(held);
    },
  );

  app.get(
    '/api/holdings/series',
    forSignedIn({
      summary: "A customer's holding value through time, a row a day",
      querystring: holdingSeriesQuery,
      response: { 200: holdingSeriesReply },
    }),
    async (request, reply) => {
      const { query, caller } = request;
      const customerId = visibleCustomer(caller, query.customerId);
      const to = query.to ?? today();
      const from = query.from ?? addDays(to, 1 - USUAL_DAYS);
      const { stale } = await billing.fresh.freshness(minPosition(request), { customerId });
      const series = await holdingSeries(billing, customerId, { from, to, knownAt: query.knownAt });
      sendPosition(reply, series.cut.position, stale);
      return onWire(series);
    },
  );
}

/** The customer whose holdings the caller may see. Throws Refusal 400 when none is named, 403. */
function visibleCustomer(caller: Caller, named: number | undefined): number {
  const { staff, customerId } = caller;
  const wanted = named ?? customerId;
  if (wanted === null) throw new Refusal(400, 'Name a customer: customerId=7.', { field: 'customerId' });
  if (!staff && wanted !== customerId)
    throw new Refusal(403, 'You may see your own customer only.', {
      field: 'customerId',
      code: 'OTHER_CUSTOMER',
    });
  return wanted;
}
