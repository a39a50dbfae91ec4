import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS, expectedOf } from './call-table.ts';
import type { Call } from './call.ts';
import { startCalledWorld, type CalledWorld } from './called-world.ts';
import { sendCall } from './send.ts';

/**
 * Reads that ask for `min-position` are as new as that, or are marked as older (rule: Read your own writes).
 */
let world: CalledWorld;
beforeAll(async () => {
  world = await startCalledWorld({ VITRINE_FRESH_WITHIN_MS: '4000' });
});
afterAll(() => world.close());

/** Reads of what is in no read model: sessions, plain tables, files by number. */
const OUTSIDE_THE_LOG = [
  'POST /api/view-as/end',
  'POST /attributes/all',
  'GET /attributes/all',
  'POST /admin/getassetpages',
  'GET /changes',
  'GET /memo/reminders',
  'PUT /memo/reminders',
  'GET /searches',
  'POST /searches/{id}',
  'PUT /searches/{id}',
  'POST /searches/{id}/seen',
  'DELETE /searches/{id}',
  'GET /client-links',
  'POST /client-links/seen',
  'GET /billing/months',
  'POST /billing/month',
  'POST /billing/current',
  'POST /billing/all',
  'POST /billing/specific',
  'GET /certificates/{number}.pdf',
  'GET /certificates/{number}/addendum.pdf',
];
/** Answers that contain their knowledge cut. */
const AT_A_CUT = ['GET /api/holdings', 'GET /api/holdings/series'];
const READS = CALLS.filter(
  ({ call, who }) =>
    (who === 'read' || who === 'readOwn') &&
    !call.startsWith('POST /login/') &&
    ![...OUTSIDE_THE_LOG, ...AT_A_CUT].includes(call),
);

/** What staff read,. */
const OFFICE_READS = CALLS.filter(
  ({ call, who, endless, good = 200 }) =>
    call.startsWith('GET ') && (who === 'staff' || who === 'administer') && !endless && good === 200,
);

async function answerTo(call: Call, position: bigint, username = 'alder') {
  const { token } = await world.vitrine.as(username);
  const sent = (await call.sends?.(world)) ?? {};
  const headers = { authorization: `Bearer ${token}`, 'min-position': String(position) };
  return sendCall(world, call, sent, headers);
}

describe('a read asked to be as new as a position', () => {
  test('names its cut, and is marked stale when it is older', async () => {
    const ahead = (await world.vitrine.context.events.headPosition()) + 1_000_000n;
    // Each waits its four seconds: together.
    const labels = await Promise.all(
      READS.map(async (call) => {
        const { status, headers } = await answerTo(call, ahead);
        const position = headers.get('x-position');
        const isOlder = position !== null && BigInt(position) < ahead;
        return [call.call, status, isOlder, headers.get('x-stale')];
      }),
    );
    const wanted = READS.map((call) => [
      call.call,
      new Map(expectedOf(call)).get('a customer'),
      true,
      'true',
    ]);
    expect(labels).toEqual(wanted);
  });

  test('is marked stale when it is older, whatever staff read', async () => {
    const ahead = (await world.vitrine.context.events.headPosition()) + 1_000_000n;
    const labels = await Promise.all(
      OFFICE_READS.map(async (call) => {
        const { headers } = await answerTo(call, ahead, 'admin');
        return [call.call, headers.get('x-stale')];
      }),
    );
    expect(labels.length).toBeGreaterThan(50);
    expect(labels).toEqual(OFFICE_READS.map(({ call }) => [call, 'true']));
  });

  test('is as new as a position that is reached, and not labelled', async () => {
    await world.held('natural');
    const head = await world.vitrine.context.events.headPosition();
    for (const call of READS) {
      const { headers } = await answerTo(call, head);
      const position = BigInt(headers.get('x-position') ?? 0);
      expect([call.call, position >= head, headers.get('x-stale')]).toEqual([call.call, true, null]);
    }
  });
});
