import { z } from 'zod';
import { desirePriceReply, desirePriceRequest, desireStones } from '#contracts/api/desires.ts';
import { similarReply, similarRequest } from '#contracts/api/matching.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { desireById } from '#projections/desires/index.ts';
import type { CommitJournal } from '#services/freshness/index.ts';
import { wantedFrom } from '#services/desires/index.ts';
import { versionWord } from '#services/platform/hash.ts';
import {
  callGroup,
  minPosition,
  sendList,
  sendPosition,
  type App,
  type Freshness,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { rememberedViews, type StoneReaders } from '#services/stones/index.ts';
import { availableStones, type AvailableStones } from './available-stones.ts';
import { priceSpan, searchFor } from './desire-price.ts';
import { stonesForDesire } from './desire-stones.ts';
import { open, priceFor, similarStones } from './similar.ts';

export type MatchingRoutesDeps = {
  readers: StoneReaders;
  freshness: Freshness;
  /** Changes when the parcels' read model may have changed though the log did not go on: after a rebuild or a retry. */
  parcelsMark(): Promise<string>;
  journal: CommitJournal;
};

/** The lines that have `similar` (product: Line calls). */
const LINES = ['natural', 'labGrown'] as const satisfies readonly Line[];
const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['natural'] });
const forStaff = callGroup({ access: 'staff', surface: 'rest', tags: ['desires'] });

/**
 * Similar stones, pairs, and what a desire would cost (product: Line calls; product: Desire calls; rule:
 * Replacement score).
 */
export function registerMatchingRoutes(
  app: App,
  { readers, freshness, parcelsMark, journal }: MatchingRoutesDeps,
): void {
  const shelves = new Map<Line, AvailableStones>(
    LINES.map((line) => [line, availableStones({ db: readers.db, line, mark: parcelsMark })]),
  );
  const viewsOf = {
    natural: rememberedViews('natural', readers, journal),
    labGrown: rememberedViews('labGrown', readers, journal),
  };
  const availableOf = (line: Line): AvailableStones => {
    const stones = shelves.get(line);
    if (!stones) throw new Error(`${line} is not matched`);
    return stones;
  };

  for (const line of LINES) {
    const schema = {
      tags: [line],
      summary: 'Stones that could replace a stone, or be its pair, best first',
      body: similarRequest,
      response: { 200: similarReply },
    };
    // Thousands of stones can be similar: their rows are sent as text put together, as those of the lists are.
    app.post(`${LINE_FACTS[line].prefix}/similar`, forSignedIn(schema), async (request, reply) => {
      const { customerId } = request.caller;
      const fresh = await freshness(minPosition(request), { line, customerId, available: true });
      const view = await viewsOf[line](request.caller, fresh.state);
      const similar = await similarStones(
        readers,
        view,
        availableOf(line),
        fresh.state.version,
        request.body,
      );
      return sendList(reply, {
        position: fresh.position,
        stale: fresh.stale,
        version: versionWord(similar),
        body: () => ({ plain: Buffer.from(similar) }),
      });
    });
  }

  const stonesSchema = {
    summary: 'Stones that could fill a request for similar stones',
    params: z.object({ desireId: z.string().max(64) }),
    response: { 200: desireStones },
  };
  app.get('/api/desires/:desireId/stones', forStaff(stonesSchema), async (request) => {
    const desire = await desireById(readers.db, request.params.desireId);
    if (!desire)
      throw new Refusal(404, 'There is no such request for similar stones.', { code: 'UNKNOWN_DESIRE' });
    const { access } = await readers.customer(desire.customerId);
    return stonesForDesire(readers.db, desire, access);
  });

  const schema = {
    summary: 'Lowest and highest price of the available stones that a request for similar stones matches',
    body: desirePriceRequest,
    response: { 200: desirePriceReply },
  };
  app.post('/inventory/desire_price', forSignedIn(schema), async (request, reply) => {
    const { caller, body } = request;
    if (caller.showPrices === 'NONE')
      throw new Refusal(402, 'Prices are not shown to you.', { code: 'PRICES_HIDDEN' });
    const content = { line: 'natural', customerId: caller.customerId, available: true } as const;
    const fresh = await freshness(minPosition(request), content);
    const view = await viewsOf.natural(caller, fresh.state);
    const { shapes, lightest, heaviest, matches } = searchFor(wantedFrom(body.desire));
    const stones = open(
      view,
      await availableOf('natural').within(shapes, lightest, heaviest, fresh.state.version),
    );
    const span = priceSpan(stones, matches, priceFor(view));
    if (!span)
      throw new Refusal(402, 'No available stone with a price matches this request.', {
        code: 'NO_MATCH',
        field: 'desire',
      });
    sendPosition(reply, fresh.position, fresh.stale);
    return span;
  });
}
