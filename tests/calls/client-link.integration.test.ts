import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { textsOf } from './chance-texts.ts';
import { OTHERS_WORDS, startCalledWorld, type CalledWorld } from './called-world.ts';
import { clientStone, type ClientLinkView } from '#contracts/api/client-links.ts';

/**
 * What a client link shows is the stones as a client may know them: no name of the house's, no price but the retail one,
 * no vendor, place, status or other customer (rule: Client link).
 */
let world: CalledWorld;
beforeAll(async () => {
  world = await startCalledWorld();
});
afterAll(() => world.close());

const STRANGERS = [
  ...OTHERS_WORDS,
  'Cedar',
  'alder',
  'parcelName',
  'vendor',
  'customerId',
  'location',
  'status',
  'tier',
  'total',
  'ppc',
  'Rap',
  'cost',
  'lastUpdated',
  'lastAction',
  'memoDate',
  'dueDate',
  'inCart',
  'tentative',
  'history',
  'Inventory',
];

test.each(['RETAIL', 'NONE'] as const)('of every line, in every state, at %s', async (prices) => {
  const names = (
    await Promise.all(
      LINES.map((line) => Promise.all([world.one('available', line), world.one('held', line)])),
    )
  ).flat();
  const { token } = await world.newClientLink({ parcelNames: names, prices });
  const read = async () => {
    const answer = await world.vitrine.call('/client-link/view', { token });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const everything = textsOf(answer);
    expect(STRANGERS.filter((word) => everything.includes(word))).toEqual([]);
    expect(names.filter((name) => everything.includes(name))).toEqual([]);
    const amounts = world.marks.in(everything);
    expect(amounts.filter(({ kind }) => kind !== 'retail')).toEqual([]);
    return { amounts, view: answer.json as ClientLinkView };
  };
  const { amounts, view } = await read();
  expect(view.stones.map(({ gone }) => gone)).toEqual(names.map(() => false));
  // There was something to find: each has its price where prices are shown.
  expect(new Set(amounts.map(({ of }) => of))).toEqual(new Set(prices === 'RETAIL' ? names : []));
  for (const stone of view.stones) expect(clientStone.strict().parse(stone)).toEqual(stone);

  // What another customer takes meanwhile says no more than that it is gone.
  const taken = await world.available('natural');
  const more = await world.newClientLink({ parcelNames: [taken], prices });
  const birch = await world.vitrine.as('birch');
  const requested = await birch.post('/inventory/request_stones', { parcelNames: [taken] });
  expect([requested.status, requested.text]).toEqual([200, requested.text]);
  await world.vitrine.shown();
  const { text, json } = await world.vitrine.call('/client-link/view', { token: more.token });
  expect((json as ClientLinkView).stones).toMatchObject([{ gone: true }]);
  expect(world.marks.in(text)).toEqual([]);
  expect(STRANGERS.filter((word) => text.includes(word))).toEqual([]);
});
