import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import type { Call } from '../call.ts';
import { MODEL } from '../called-world.ts';

const LISTS = ['available', 'customer', 'cart', 'past'] as const;

/** The calls of a product line (product: Line calls). */
function lineCalls(line: Line): Call[] {
  const { prefix } = LINE_FACTS[line];
  const lists = LISTS.flatMap((list): Call[] => [
    { call: `POST ${prefix}/${list}`, who: 'read' },
    { call: `GET ${prefix}/${list}`, who: 'read' },
  ]);
  return [
    ...lists,
    {
      call: `POST ${prefix}/details`,
      who: 'read',
      sends: async (world) => ({ body: { parcelName: await world.one('handedOn', line) } }),
    },
    {
      call: `POST ${prefix}/rows`,
      who: 'read',
      sends: async (world) => {
        const kinds = ['available', 'held', 'past', 'foreign', 'handedOn'] as const;
        return { body: { parcelNames: await Promise.all(kinds.map((kind) => world.one(kind, line))) } };
      },
    },
    {
      call: `POST ${prefix}/cart_stones`,
      who: 'act',
      sends: async (world) => ({ body: { parcelNames: [await world.available(line)] } }),
    },
    {
      call: `POST ${prefix}/uncart_stones`,
      who: 'act',
      sends: async (world) => ({ body: { parcelNames: [await world.carted(line)] } }),
    },
    {
      call: `POST ${prefix}/request_stones`,
      who: 'act',
      sends: async (world) => ({
        body: { parcelNames: [await world.available(line)], remarks: 'for Friday' },
      }),
    },
    {
      call: `POST ${prefix}/return`,
      who: 'act',
      sends: async (world) => ({ body: { parcelNames: [await world.held(line)] } }),
    },
    {
      call: `POST ${prefix}/sale`,
      who: 'act',
      sends: async (world) => ({ body: { parcelNames: [await world.held(line)] } }),
    },
    {
      call: `POST ${prefix}/undo`,
      who: 'administer',
      sends: async (world) => ({ body: { parcelName: await world.held(line), action: 'REQUEST' } }),
    },
    {
      call: `POST ${prefix}/reprice`,
      who: 'administer',
      sends: async (world) => ({
        body: {
          parcelName: await world.held(line),
          customerId: 7,
          customerPrice: 900,
          listPrice: 1000,
          cost: 800,
          remarks: 'a feather at the girdle',
        },
      }),
    },
    {
      call: `POST ${prefix}/change_date`,
      who: 'administer',
      sends: async (world) => ({
        body: { parcelName: await world.held(line), action: 'REQUEST', newDate: '2026-02-03T10:00' },
      }),
    },
  ];
}

const certified: readonly Line[] = ['natural', 'labGrown', 'fancyColour'];
const number = '2100000001';

export const STONE_CALLS: readonly Call[] = [
  ...LINES.flatMap(lineCalls),
  {
    call: 'POST /parcels/request_stones',
    who: 'act',
    sends: async (world) => ({
      body: {
        parcelNames: [await world.available('natural'), await world.available('jewellery')],
        desires: [],
        models: [MODEL],
      },
    }),
  },
  ...(['return', 'sale'] as const).map((path): Call => ({
    call: `POST /parcels/${path}`,
    who: 'act',
    sends: async (world) => ({
      body: { parcelNames: [await world.held('natural'), await world.held('labGrown')] },
    }),
  })),
  ...certified.map((line): Call => ({
    call: `POST ${LINE_FACTS[line].prefix}/cert`,
    who: 'read',
    sends: async (world) => ({ body: { parcelName: await world.one('held', line) } }),
  })),
  { call: 'GET /certificates/{number}.pdf', who: 'read', sends: () => ({ path: { number } }) },
  { call: 'GET /certificates/{number}/addendum.pdf', who: 'read', sends: () => ({ path: { number } }) },
  ...(['natural', 'labGrown'] as const).map((line): Call => ({
    call: `POST ${LINE_FACTS[line].prefix}/similar`,
    who: 'read',
    sends: async (world) => ({
      body: { parcelName: await world.one('past', line), rankingType: 'REPLACEMENT' },
    }),
  })),
  { call: 'GET /changes', who: 'read', endless: true },
];
