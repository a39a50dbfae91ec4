import {
  vendorGlance,
  repricingPreview,
  repricingPreviewRequest,
  type VendorGlance,
} from '#contracts/api/vendors.ts';
import { DAY_MS, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars, ppmOf } from '#contracts/vocabulary/money.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { pricesOutsideSpells, stockOfVendor, type VendorStock } from '#projections/parcels/index.ts';
import { vendorById } from '#projections/vendors/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import {
  callGroup,
  waitForMinPosition,
  isNarrowed,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { noticeCounts } from '#services/vendor-notices/index.ts';
import { listPrice } from './feed/decide-stock.ts';
import { findSource } from './feed-sources/source-store.ts';
import { requireVendor } from './require-vendor.ts';
import { soldInYear } from './sold-in-year.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });
const ofListPrices = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: 'List prices are',
  tags: ['vendors'],
});

export type GlanceRoutesDeps = {
  context: CommandContext;
  /** The house's day today. */
  today: () => HouseDay;
  /** Waits a while for the read models of parcels and vendors to reach a log position; false when they have not. */
  reached: (position: bigint) => Promise<boolean>;
};

const NOTICES_OF_MS = 30 * DAY_MS;

const wireStock = ({ count, costCents, totalCents }: Omit<VendorStock, 'status'>, caller: Caller) =>
  isNarrowed(caller) ? { count } : { count, cost: dollars(costCents), total: dollars(totalCents) };

/** A vendor at a glance, and what a markup would do to its prices; for administrators. */
export function registerGlanceRoutes(app: App, { context, today, reached }: GlanceRoutesDeps): void {
  const { db, clock } = context;
  const known = async (vendorId: number) => {
    const record = await vendorById(db, vendorId);
    return requireVendor({ vendorId, ...(record && { record }) });
  };

  app.get(
    '/api/vendors/:id/glance',
    forAdministrators({
      summary: 'A vendor at a glance',
      params: rowParams,
      response: { 200: vendorGlance },
    }),
    async ({ params: { id }, caller }): Promise<VendorGlance> => {
      const { lastFeed } = await known(id);
      const [stock, sold, notices, source] = await Promise.all([
        stockOfVendor(db, id),
        soldInYear(context, id, today()),
        noticeCounts(db, id, new Date(clock().getTime() - NOTICES_OF_MS)),
        findSource(db, id),
      ]);
      return {
        stock: stock.map(({ status, ...together }) => ({ status, ...wireStock(together, caller) })),
        soldThisYear: wireStock(sold, caller),
        lastFeed: lastFeed && {
          at: lastFeed.at,
          rows: lastFeed.rows,
          listed: lastFeed.listed,
          reported: lastFeed.reported,
        },
        nextFeed: source && { at: source.nextAt?.toISOString() ?? null, failure: source.reason },
        notices,
      };
    },
  );

  app.post(
    '/api/vendors/:id/repricing-preview',
    ofListPrices({
      summary: 'What a markup would do to the list prices of parcels; nothing is written',
      params: rowParams,
      body: repricingPreviewRequest,
      response: { 200: repricingPreview },
    }),
    async (request, reply) => {
      await waitForMinPosition(request, reply, reached);
      const { id } = request.params;
      await known(id);
      const { outside, held } = await pricesOutsideSpells(db, id);
      const markup = ppmOf(request.body.markup);
      let [parcels, before, after] = [0, 0, 0];
      for (const { costCents, totalCents } of outside) {
        const repriced = listPrice(costCents, markup);
        if (repriced === totalCents) continue;
        parcels += 1;
        before += totalCents;
        after += repriced;
      }
      return { parcels, before: dollars(before), after: dollars(after), held };
    },
  );
}
