import type { Call } from '../call.ts';

/** Links by which jewellers' clients see stones: what a good one of retail prices shows is searched in client-link.integration.test.ts. */
export const CLIENT_LINK_CALLS: readonly Call[] = [
  { call: 'GET /client-links', who: 'readOwn' },
  {
    call: 'POST /client-links',
    who: 'act',
    // It changes nothing of the inventory.
    but: { 'a customer that may not make changes': 201 },
    good: 201,
    sends: async (world) => ({
      body: { parcelNames: [await world.one('available', 'natural')], prices: 'NONE' },
    }),
  },
  { call: 'POST /client-links/seen', who: 'readOwn', sends: () => ({ body: { links: [] } }) },
  {
    call: 'DELETE /client-links/{id}',
    who: 'act',
    sends: async (world) => ({ path: { id: (await world.newClientLink()).id } }),
  },
  {
    call: 'POST /client-link/view',
    who: 'anyone',
    sends: async (world) => ({ body: { token: await world.clientToken() } }),
  },
  {
    call: 'POST /client-link/like',
    who: 'anyone',
    sends: async (world) => ({ body: { token: await world.clientToken(), place: 1, liked: true } }),
  },
  {
    call: 'POST /client-link/ask',
    who: 'anyone',
    // A link takes so many questions.
    sends: async (world) => ({
      body: { token: (await world.newClientLink()).token, place: 1, text: 'Is it eye clean?' },
    }),
  },
  {
    call: 'POST /client-link/certificate',
    who: 'anyone',
    sends: async (world) => ({ body: { token: await world.clientToken(), place: 1 } }),
  },
];
