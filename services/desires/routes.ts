import { z } from 'zod';
import {
  desireListSchema,
  desireReply,
  desiresReply,
  desireStoneRequest,
  fulfilDesireRequest,
  openDesireResource,
  updateDesireRequest,
  type OpenDesireResource,
} from '#contracts/api/desires.ts';
import type { CustomerAccess } from '#contracts/events/index.ts';
import type { DesireStatus } from '#contracts/lifecycle/index.ts';
import {
  desireById,
  desiresOf,
  desiresVersion,
  openDesires,
  type DesireRecord,
} from '#projections/desires/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import {
  callGroup,
  idempotencyKey,
  listOfRows,
  minPosition,
  sendList,
  sendPosition,
  sendReached,
  type App,
  type Caller,
  type Freshness,
  chosenCustomer,
} from '#services/platform/http/index.ts';
import { newestPosition } from '#services/platform/newest-position.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { desireStone, fulfil, updateDesires, type Desiring } from './desire-commands.ts';
import { desireWire } from './desire-wire.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['natural'] });
const forStaff = callGroup({ access: 'staff', surface: 'rest', tags: ['desires'] });

export type DesireRoutesDeps = {
  context: CommandContext;
  /** Changes when the read model of desires may have changed without new events: after a rebuild or a retry. */
  desiresMark(): Promise<string>;
  /** The flags of the customer acted for. */
  access(customerId: number): Promise<CustomerAccess>;
  /** The names of these customers. */
  customerNames(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  freshness: Freshness;
};

/** The three lists of desires (product: Desire calls). Cancelled desires are in none. */
const LISTS: readonly { path: string; status: DesireStatus; summary: string }[] = [
  { path: 'carted_desires', status: 'CART', summary: 'Requests for similar stones in the cart' },
  { path: 'open_desires', status: 'ACTIVE', summary: 'Requests for similar stones that are open' },
  {
    path: 'closed_desires',
    status: 'CLOSED',
    summary: 'Requests for similar stones that were given up or filled',
  },
];

/**
 * The calls on desires, for natural stones only (product: Desire calls). request_stones_similar is an instruction and
 * is registered with those.
 */
export function registerDesireRoutes(app: App, deps: DesireRoutesDeps): void {
  const { context } = deps;
  const wireOf = ({ desireId, desire }: { desireId: string; desire: Parameters<typeof desireWire>[1] }) =>
    desireWire(desireId, desire, context.zone);

  for (const { path, status, summary } of LISTS) {
    app.route({
      method: ['POST', 'GET'],
      url: `/inventory/${path}`,
      ...forSignedIn({ summary, response: { 200: desireListSchema } }),
      handler: async (request, reply) => {
        const fresh = await deps.freshness(minPosition(request), { desires: true });
        const { customerId } = request.caller;
        const version = customerId === null ? 0 : await desiresVersion(context.db, customerId);
        const mark = await deps.desiresMark();
        return sendList(reply, {
          ...fresh,
          version: `${path} ${version} ${mark}`,
          body: async () => {
            const desires = customerId === null ? [] : await desiresOf(context.db, customerId, status);
            const rows = desires.map(({ desireId, ...desire }) => wireOf({ desireId, desire }));
            return { plain: Buffer.from(JSON.stringify(rows)) };
          },
        });
      },
    });
  }

  const desireStoneSchema = {
    summary:
      'Put a request for similar stones in the cart, or change what it asks for: fields left out stay, `weight: {}` clears',
    body: desireStoneRequest,
    response: { 200: desireReply },
  };
  app.post('/inventory/desire_stone', forSignedIn(desireStoneSchema), async (request, reply) => {
    const who = await desiring(deps, request.caller, idempotencyKey(request));
    const written = await desireStone(context, who, request.body.desire);
    const position = await sendReached(reply, context.events, written.position);
    return { desire: wireOf(written), position: String(position) };
  });

  const updateSchema = {
    summary:
      'Change requests for similar stones (fields left out stay, `weight: {}` clears), give them up (CLOSED) or take them out of the cart (CANCELLED)',
    body: updateDesireRequest,
    response: { 200: desiresReply },
  };
  app.post('/inventory/update_desire', forSignedIn(updateSchema), async (request, reply) => {
    const who = await desiring(deps, request.caller, idempotencyKey(request));
    const { written, declined } = await updateDesires(context, who, request.body);
    const newest = newestPosition(...written.map(({ position }) => position));
    const position = await sendReached(reply, context.events, newest);
    return { desires: written.map(wireOf), declined, position: String(position) };
  });

  const resourcesOf = async (desires: readonly DesireRecord[]): Promise<OpenDesireResource[]> => {
    const names = await deps.customerNames([...new Set(desires.map(({ customerId }) => customerId))]);
    return desires.map(({ desireId, ...desire }) => ({
      ...wireOf({ desireId, desire }),
      id: desireId,
      customerId: desire.customerId,
      customerName: names.get(desire.customerId) ?? `Customer ${desire.customerId}`,
      requestedAt: desire.requestedAt ?? desire.cartedAt,
    }));
  };
  listOfRows(
    app,
    forStaff,
    {
      resource: 'desires',
      summary: 'Requests for similar stones that are open, of every customer',
      row: openDesireResource,
      key: 'id',
      sortedBy: ['requestedAt', 'customerName', 'customerId'],
      filteredBy: ['customerId'],
      searched: ({ customerName, remarks }) => [customerName, remarks].join('\n'),
    },
    async (_filter, _request, reply) => {
      // Each GET of staff has waited already.
      const { position, stale } = await deps.freshness(null, { desires: true });
      sendPosition(reply, position, stale);
      return resourcesOf(await openDesires(context.db));
    },
  );
  const one = {
    summary: 'One request for similar stones that is open',
    params: z.object({ desireId: z.string().max(64) }),
    response: { 200: openDesireResource },
  };
  app.get('/api/desires/:desireId', forStaff(one), async (request) => {
    const desire = await desireById(context.db, request.params.desireId);
    if (desire?.status !== 'ACTIVE')
      throw new Refusal(404, 'There is no such open request for similar stones.', { code: 'UNKNOWN_DESIRE' });
    const [resource] = await resourcesOf([desire]);
    return resource!;
  });

  const fulfilSchema = {
    summary: 'Mark a request for similar stones as filled by a stone',
    params: z.object({ desireId: z.string().max(64) }),
    body: fulfilDesireRequest,
    response: { 200: desireReply },
  };
  app.post('/api/desires/:desireId/fulfilment', forStaff(fulfilSchema), async (request, reply) => {
    const { params, body, caller } = request;
    // The stone may have been requested for the customer a moment ago.
    await deps.freshness(minPosition(request), {});
    const who = { actor: caller.actor, key: idempotencyKey(request) };
    const written = await fulfil(context, who, params.desireId, body.parcelName);
    const position = await sendReached(reply, context.events, written.position);
    return { desire: wireOf(written), position: String(position) };
  });
}

async function desiring(deps: DesireRoutesDeps, caller: Caller, key: string): Promise<Desiring> {
  const { actor, staff } = caller;
  const customerId = chosenCustomer(caller);
  return { actor, staff, customerId, access: await deps.access(customerId), key };
}
