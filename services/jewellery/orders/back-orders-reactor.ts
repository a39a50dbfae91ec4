import { z } from 'zod';
import { customerStreams, parcelStreams, type Fact } from '#contracts/events/index.ts';
import { lineSchema } from '#contracts/vocabulary/schemas.ts';
import { modelOfPiece, modelsWaitedFor, waitingOrders } from '#projections/jewellery/index.ts';
import { customersOfParcel } from '#projections/parcels/index.ts';
import { askedTogether } from '#services/platform/asked-together.ts';
import { parseFact } from '#services/platform/commands/index.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';
import { ABANDONED_AFTER_MS } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import { fillBackOrders } from './fill-back-orders.ts';
import { finishModelsRequest } from './finish-models-request.ts';
import { reach } from './supply.ts';

/** After these events a piece may be available for someone, or a customer may have room for one. */
const OF_STONES = [
  'StoneListed',
  'StoneDescribed',
  'StoneReinstated',
  'StoneRepriced',
  'StoneReturned',
  'StoneSold',
  'DocumentReceived',
  'SpellRepriced',
  'EventUndone',
  'EventDateChanged',
];
const OF_CUSTOMERS = [
  'ModelsRequested',
  'ModelsRequestFinished',
  'CustomerTermsChanged',
  'CustomerAccessChanged',
];

const listsDiamond = z.object({ line: lineSchema.exclude(['jewellery']) });

/**
 * Fills back orders as pieces arrive, first come first served, within limits and flags (rule: Back orders), and
 * finishes requests of models that a killed process left half done. Orders that are already filled stay as they are.
 */
export function backOrdersReactor(context: JewelleryContext): Reactor {
  // A feed lists thousands of pieces at once, and mostly no order waits for any of them.
  const waitedFor = askedTogether(async (what: readonly 'anything'[]) => {
    const isAny = (await waitingOrders(context.db)).length > 0;
    return new Map(what.map((one) => [one, isAny]));
  });
  return {
    name: 'back-orders',
    eventTypes: [...OF_STONES, ...OF_CUSTOMERS],
    startAt: 'head',
    // A feed may list tens of thousands of diamonds.
    concerns: ({ type, data }) => type !== 'StoneListed' || !listsDiamond.safeParse(data).success,
    // The process that recorded a request of models also finishes it, unless it is killed.
    afterMs: ({ type }) => (type === 'ModelsRequested' ? ABANDONED_AFTER_MS : 0),
    async react(recorded) {
      const fact = parseFact(recorded);
      const { stream } = recorded;
      if (fact.type === 'ModelsRequested') {
        const customerId = Number(customerStreams.keyOf(stream));
        return finishModelsRequest(context, customerId, fact.data.requestId, true);
      }

      await reach(context, ['model_orders'], fact.position);
      if (!(await waitedFor('anything'))) return;
      await reach(context, ['parcels', 'jewellery_pieces', 'customers'], fact.position);
      for (const modelKey of await modelsConcerned(context, fact, stream))
        await fillBackOrders(context, modelKey, fact.position);
    },
  };
}

/** The piece's own model, and all models awaited by customers whose holding may have fallen below their maximum. */
async function modelsConcerned({ db }: JewelleryContext, fact: Fact, stream: string): Promise<Set<string>> {
  if (customerStreams.includes(stream))
    return new Set(await modelsWaitedFor(db, [Number(customerStreams.keyOf(stream))]));
  const parcelName = parcelStreams.keyOf(stream);
  const named = 'customerId' in fact.data ? [fact.data.customerId] : [];
  const [own, holders] = await Promise.all([modelOfPiece(db, parcelName), customersOfParcel(db, parcelName)]);
  const waitedFor = await modelsWaitedFor(db, [...named, ...holders]);
  return new Set([...(own === null ? [] : [own]), ...waitedFor]);
}
