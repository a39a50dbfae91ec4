import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, houseDayOf, houseInstant } from '#contracts/vocabulary/house-time.ts';
import { memoTermsOf } from '#contracts/lifecycle/index.ts';
import { customerById, customerNamesOf } from '#projections/customers/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { createOutbox, type SendMail } from '#services/mail/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { sendReminders, type RemindDeps } from './send-reminders.ts';

/** Reminders of memos, once each whatever is killed (rule: Memo reminders). */

let vitrine: SmallVitrine;
const DAY = houseDayOf(new Date().toISOString(), ZONE);
/** At noon of a day so many days from now. */
const noon = (days: number) => new Date(houseInstant(addDays(DAY, days), 12 * 3_600_000, ZONE));

beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
  const actor = { username: 'admin', role: 'administrator' } as const;
  await customerCommands.changeTerms(vitrine.context, { commandId: 'memo-days', actor }, 7, {
    changes: { memoDays: 30 },
    effectiveAt: '2020-01-01',
  });
  await vitrine.listStone('A-LATE');
  await vitrine.listStone('A-FRESH');
  await vitrine.document('MEMO', 'A-LATE', 7, addDays(DAY, -20));
  await vitrine.document('MEMO', 'A-FRESH', 7, addDays(DAY, -10));
  await vitrine.shown();
});
afterAll(() => vitrine?.close());

/** What the reminders logged. */
const warnings: string[] = [];

function deps(days: number, sendMail?: SendMail): RemindDeps {
  const { db } = vitrine.context;
  const clock = () => noon(days);
  return {
    db,
    clock,
    zone: ZONE,
    publicUrl: 'https://vitrine.example/',
    log: { warn: (message) => void warnings.push(message) },
    caughtUp: () => Promise.resolve(true),
    customerAccess: async (id) => (await customerById(db, id))?.access ?? null,
    customerNames: (ids) => customerNamesOf(db, ids),
    memoTerms: async (id) => memoTermsOf((await customerById(db, id))!.terms, 0, ZONE),
    sendMail: sendMail ?? createOutbox({ db, clock, sending: false }),
  };
}
async function mails(): Promise<[to: string, subject: string][]> {
  const { rows } = await vitrine.pool.query<{ recipient: string; subject: string }>(
    "select recipient, subject from vitrine.mail where key like 'memo-reminder/%' order by id",
  );
  return rows.map(({ recipient, subject }) => [recipient, subject]);
}
const set = async (who: string, body: object) =>
  (await vitrine.as(who)).post('/memo/reminders', body, { method: 'PUT' });

test('they are off until they are set, by each user for itself, and a bad number is refused', async () => {
  await sendReminders(deps(9));
  expect(await mails()).toEqual([]);
  expect((await (await vitrine.as('alder')).get('/memo/reminders')).json).toEqual({
    on: false,
    daysBefore: 5,
  });
  expect(await set('alder', { on: true, daysBefore: 61 })).toMatchObject({
    status: 402,
    json: { field: 'daysBefore' },
  });
  expect(await set('alder', { on: true, daysBefore: 3 })).toMatchObject({ status: 200 });
  expect((await (await vitrine.as('alder-none')).get('/memo/reminders')).json).toMatchObject({ on: false });
});

test('a process that is killed before its mail stands has sent nothing; the next one sends it, once', async () => {
  const killed: SendMail = () => Promise.reject(new Error('killed'));
  await sendReminders(deps(9, killed));
  expect(warnings.splice(0)).toEqual([expect.stringContaining('killed')]);
  expect(await mails()).toEqual([]);
  // Two processes at the same time, and again on the same day.
  await Promise.all([sendReminders(deps(9)), sendReminders(deps(9))]);
  await sendReminders(deps(9));
  expect(await mails()).toEqual([['alder@example.com', '1 memo of Alder & Sons due back']]);
});

test('each memo once when it is near and once when it is over', async () => {
  await sendReminders(deps(10));
  expect(await mails()).toHaveLength(1);
  await sendReminders(deps(11));
  expect((await mails()).slice(1)).toEqual([
    ['alder@example.com', '1 memo of Alder & Sons due back, 1 overdue'],
  ]);
  await sendReminders(deps(12));
  expect(await mails()).toHaveLength(2);
});

test('not before 7 in the morning, not while read models are behind, not for one who is not active, not when they are off again', async () => {
  const early = { ...deps(17), clock: () => new Date(houseInstant(addDays(DAY, 17), 6 * 3_600_000, ZONE)) };
  await sendReminders(early);
  // A stone that came back may still be shown as the customer's.
  const behind: RemindDeps = { ...deps(17), caughtUp: () => Promise.resolve(false) };
  await sendReminders(behind);
  expect(await mails()).toHaveLength(2);
  await set('alder', { on: false, daysBefore: 3 });
  await sendReminders(deps(17));
  expect(await mails()).toHaveLength(2);
  await set('birch', { on: true, daysBefore: 60 });
  await vitrine.pool.query("update vitrine.memo_reminder set customer_id = 7 where username = 'birch'");
  await sendReminders(deps(17));
  expect(await mails()).toHaveLength(2);
});

test('one whose reminder fails holds up none of the others', async () => {
  for (const who of ['alder', 'alder-none']) await set(who, { on: true, daysBefore: 3 });
  let asked = 0;
  const customerNames: RemindDeps['customerNames'] = (ids) =>
    (asked += 1) === 1 ? Promise.reject(new Error('no name')) : customerNamesOf(vitrine.context.db, ids);
  await sendReminders({ ...deps(18), customerNames });
  expect(warnings.splice(0)).toEqual([expect.stringContaining('no name')]);
  expect((await mails()).slice(2)).toEqual([
    ['alder-none@example.com', '2 memos of Alder & Sons due back, 1 overdue'],
  ]);
});
