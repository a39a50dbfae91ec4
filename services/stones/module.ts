import { LINES } from '#contracts/vocabulary/lines.ts';
import { effectOfStoneEvents, wireEffect } from '#services/billing/index.ts';
import type { Module } from '#services/module.ts';
import { finishingReactor } from './finishing-reactor.ts';
import { createListStore } from './available-lists.ts';
import { openKnownParcels } from './known-parcels.ts';
import { createListBodies } from './list-bodies.ts';
import { registerMixedInstructions } from './instruction-routes.ts';
import { openAvailableNames } from './available-names.ts';
import { registerStoneRoutes, type StoneRoutesDeps } from './routes.ts';

export const stonesModule: Module = {
  name: 'stones',
  reactors: (context) => [finishingReactor(context)],
  routes(app, context) {
    const deps: StoneRoutesDeps = {
      ...context.fresh,
      context,
      readers: context.readers,
      available: openAvailableNames(context.readers, context.fresh.journal),
      parcels: openKnownParcels(context.db, context.fresh.journal),
      bodies: createListBodies(),
      store: createListStore(),
      billingEffect: async (parcelName, events) =>
        wireEffect(context.db, await effectOfStoneEvents(context, parcelName, events)),
    };
    for (const line of LINES) registerStoneRoutes(app, line, deps);
    registerMixedInstructions(app, deps);
  },
};
