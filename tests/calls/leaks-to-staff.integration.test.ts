import { afterAll, beforeAll, expect, test } from 'vitest';
import { textsOf } from './chance-texts.ts';
import { CALLS, expectedOf } from './call-table.ts';
import { startCalledWorld, type CalledWorld } from './called-world.ts';
import { sendCall } from './send.ts';

/**
 * What staff who see no wholesale prices may not see is in no answer (rule: Price modes): every call that an
 * administrator can make is made without prices, and the answer searched for prices, by their amounts and by the names
 * of fields that hold money.
 */
let world: CalledWorld;
beforeAll(async () => {
  world = await startCalledWorld();
});
afterAll(() => world.close());

/** Fields that hold money and nothing else. */
const MONEY = [
  'amount',
  'balance',
  'cost',
  'costCents',
  'displayRap',
  'displayRapPercent',
  'dueDate',
  'listPrice',
  'listPriceCents',
  'postings',
  'ppc',
  'price',
  'totalCents',
];

const STAFF_CALLS = CALLS.filter((call) =>
  expectedOf(call).some(
    ([caller, status]) => caller === 'an administrator without a customer' && status !== 403,
  ),
);

let session: string | undefined;
const MAY_END_IT = /\/(login|logout|users|view-as)/;

test.each(STAFF_CALLS.map((call) => [call.call, call] as const))('%s', async (_, call) => {
  session ??= await world.vitrine.signIn('admin');
  const headers = { authorization: `Bearer ${session}`, prices: 'NONE' };
  const answer = await sendCall(world, call, (await call.sends?.(world)) ?? {}, headers);
  if (MAY_END_IT.test(call.call)) session = undefined;
  expect([401, 500]).not.toContain(answer.status);
  const amounts = world.marks
    .in(textsOf(answer))
    .map(({ kind, of, amount }) => `${kind} of ${of}: ${amount}`);
  const fields = MONEY.filter((field) => answer.text.includes(`"${field}":`));
  expect([...new Set(amounts)].slice(0, 10)).toEqual([]);
  expect(fields).toEqual([]);
});
