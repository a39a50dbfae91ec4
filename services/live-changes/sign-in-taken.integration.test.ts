import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

/** Long before the next beat, at which each connection is checked anyway. */
const AT_ONCE_MS = 5_000;

test('given a customer at work, when it may no longer log in, then its connection ends at once and its calls are refused', async () => {
  const admin = await vitrine.as('admin');
  const alder = await vitrine.as('alder');
  const { body } = await fetch(`${vitrine.address}/changes`, {
    headers: { authorization: `Bearer ${alder.token}` },
  });
  const ended = (async () => {
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) text += chunk;
    return text;
  })();
  // Whether it may log in has been asked within the last second, whenever the change comes.
  const statuses: number[] = [];
  const working = new AbortController();
  const calls = (async () => {
    while (!working.signal.aborted) {
      statuses.push((await alder.post('/login/check', {})).status);
      await sleep(20);
    }
  })();
  const changed = await admin.post('/admin/updatecustomer', { customerId: 7, allowLogin: false });
  expect(changed.status).toBe(200);
  const text = await Promise.race([ended, sleep(AT_ONCE_MS, 'still open')]);
  working.abort();
  await calls;
  expect(text).toContain('event: session');
  expect((await alder.post('/login/check', {})).status).toBe(401);
  expect(statuses[0]).toBe(200);
});
