import type { Call } from '../call.ts';
import type { CalledWorld, Sent } from '../called-world.ts';

const lists = ['carted_desires', 'open_desires', 'closed_desires'] as const;

/** An open one that the read models have. */
const shownDesire = async (world: CalledWorld): Promise<Sent> => {
  const desireId = await world.desire('ACTIVE');
  await world.vitrine.shown();
  return { path: { desireId } };
};

/** Desires (product: Desire calls). */
export const DESIRE_CALLS: readonly Call[] = [
  ...lists.flatMap((list): Call[] => [
    { call: `POST /inventory/${list}`, who: 'read' },
    { call: `GET /inventory/${list}`, who: 'read' },
  ]),
  {
    call: 'POST /inventory/desire_stone',
    who: 'act',
    sends: () => ({ body: { desire: { shape: ['RD'], colour: ['F', 'G'] } } }),
  },
  {
    call: 'POST /inventory/update_desire',
    who: 'act',
    sends: async (world) => ({ body: [{ desireId: await world.desire('ACTIVE'), status: 'CLOSED' }] }),
  },
  {
    call: 'POST /inventory/desire_price',
    who: 'read',
    sends: () => ({ body: { desire: { shape: ['RD'] } } }),
  },
  {
    call: 'POST /inventory/request_stones_similar',
    who: 'act',
    sends: async (world) => ({
      body: {
        parcelNames: [await world.available('natural')],
        desires: [{ desireId: await world.desire('CART') }],
      },
    }),
  },
  { call: 'GET /api/desires', who: 'staff' },
  {
    call: 'GET /api/desires/{desireId}',
    who: 'staff',
    sends: shownDesire,
  },
  {
    call: 'GET /api/desires/{desireId}/stones',
    who: 'staff',
    sends: shownDesire,
  },
  {
    call: 'POST /api/desires/{desireId}/fulfilment',
    who: 'staff',
    sends: async (world) => ({
      path: { desireId: await world.desire('ACTIVE') },
      body: { parcelName: await world.one('held', 'natural') },
    }),
  },
];
