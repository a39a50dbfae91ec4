import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MailResource } from '#contracts/api/mails.ts';
import { loginReply } from '#contracts/api/session.ts';
import { CALLERS, type CallerName } from '#tests/support/callers.ts';
import { CALLS, expectedOf, isRest, tableProblems } from './call-table.ts';
import type { Call } from './call.ts';
import { startCalledWorld, type CalledWorld, type Sent } from './called-world.ts';
import { sendCall } from './send.ts';

/** Who may make which call, all of them (product: Roles; rule: Who may call). */
let world: CalledWorld;
beforeAll(async () => {
  world = await startCalledWorld();
});
afterAll(() => world.close());

test('every call of the OpenAPI document stands in the table, and no other', async () => {
  const { json } = await world.vitrine.call('/docs/openapi.json', undefined, { method: 'GET' });
  expect(tableProblems(json)).toEqual([]);
});

async function statusFor(caller: CallerName, call: Call, sent: Sent): Promise<number> {
  const known = CALLERS[caller];
  if (known === null) return (await sendCall(world, call, sent)).status;
  const [username, customer] = known;
  const { token } = await world.vitrine.as(username);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(customer === undefined ? {} : { customer }),
  };
  return (await sendCall(world, call, sent, headers)).status;
}

describe('who may call', () => {
  test.each(CALLS.map((call) => [call.call, call] as const))('%s', async (_, call) => {
    let sent: Sent | undefined;
    const statuses: [CallerName, number][] = [];
    for (const [caller] of expectedOf(call)) {
      // What was refused was not used up.
      sent ??= (await call.sends?.(world)) ?? {};
      const status = await statusFor(caller, call, sent);
      statuses.push([caller, status === 202 && call.orLater ? 200 : status]);
      if (status < 300) sent = undefined;
    }
    expect(statuses).toEqual(expectedOf(call));
  });
});

test('a user that must choose a new password is answered by nothing but what leads to one', async () => {
  const username = 'newcomer';
  const admin = await world.vitrine.as('admin');
  const given = { username, email: 'newcomer@example.com', administrator: true };
  expect((await admin.post('/admin/newuser', given)).status).toBe(200);
  const mails = (await admin.get(`/api/mails?filter=${JSON.stringify({ to: given.email })}`))
    .json as MailResource[];
  const password = /Password: (\S+)/.exec(mails[0]!.text)![1]!;
  const { token } = loginReply.parse((await world.vitrine.call('/login', { username, password })).json);

  const ways = ['POST /login/check', 'POST /login/changepassword'];
  for (const call of CALLS.filter(({ who, call }) => who !== 'anyone' && !ways.includes(call))) {
    const sent = (await call.sends?.(world)) ?? {};
    const { status } = await sendCall(world, call, sent, { authorization: `Bearer ${token}` });
    expect([call.call, status]).toEqual([call.call, isRest(call) ? 403 : 402]);
  }
});

test('the application has logged no error through all this', () => {
  expect(world.vitrine.failures).toEqual([]);
});
