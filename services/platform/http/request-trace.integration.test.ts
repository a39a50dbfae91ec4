import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

test('every event that a request appends names it; those that no request asked for name none', async () => {
  await vitrine.listStone('RT-1');
  const alder = await vitrine.as('alder');
  const headers = { 'x-request-id': 'edge-42', 'idempotency-key': 'rt-1' };
  const answer = await alder.post(
    '/inventory/request_stones',
    { parcelNames: ['RT-1'], remarks: '' },
    { headers },
  );
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'edge-42']);

  const named = new Map<string, unknown>();
  for await (const { type, metadata } of vitrine.context.events.readAll())
    named.set(type, metadata['requestId']);
  expect([...named].filter(([, requestId]) => requestId === 'edge-42').map(([type]) => type)).toEqual([
    'InstructionPlaced',
    'StoneRequested',
    'InstructionFinished',
  ]);
  expect(named.get('StoneListed')).toBeUndefined();
});
