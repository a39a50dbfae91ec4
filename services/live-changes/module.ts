import { ANSWERING_READ_MODELS } from '#services/freshness/index.ts';
import type { Module } from '#services/module.ts';
import { registerLiveChangeRoutes } from './routes.ts';

export const liveChangesModule: Module = {
  name: 'live-changes',
  routes: (app, { stores, clock, accounts, readers, positions, words, announced }) =>
    registerLiveChangeRoutes(app, {
      bus: stores.bus,
      clock,
      accounts,
      lineAccess: readers.customerAccess,
      // Terms that begin on a day, and offers that grow old, change what is shown at its midnight.
      async shownFor() {
        const [{ version }, old] = await Promise.all([readers.priceList(), readers.staleVendors()]);
        return `${readers.today()} ${version} ${[...old].sort().join(' ')}`;
      },
      async state() {
        const [{ position, state }, { version }] = await Promise.all([
          positions.stateOf(ANSWERING_READ_MODELS),
          words.now(),
        ]);
        return { position, state: `${state} ${version}` };
      },
      hears: announced,
    }),
};
