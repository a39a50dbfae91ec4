import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Invoice } from '#contracts/api/invoices.ts';
import { monthFrom, monthName } from '#contracts/vocabulary/months.ts';
import { customerCommands } from '#services/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { currentMonth, monthsFrom, refusal } from './testing/invoice-house.ts';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
const lastMonth = monthsFrom(currentMonth(), -1);
const monthBefore = monthsFrom(lastMonth, -1);

let vitrine: SmallVitrine;
let dataFolder = '';
/** Alder has a minimum since the month before last, and its first stone last month; nothing draws documents by itself. */
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-billed-'));
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections', VITRINE_DATA: dataFolder });
  const command = { commandId: randomUUID(), actor: ADMINISTRATOR };
  await customerCommands.changeTerms(vitrine.context, command, 7, {
    changes: { feeRatePpm: 10_000, minInventoryCents: 5_000_000 },
    effectiveAt: `${monthFrom(monthBefore)}-01`,
  });
  await vitrine.listStone('N-1');
  await vitrine.document('MEMO', 'N-1', 7, `${monthFrom(lastMonth)}-05`);
  await vitrine.shown();
});
afterAll(async () => {
  await vitrine?.close();
  await rm(dataFolder, { recursive: true });
});

test('a minimum billed before the first action is drawn when its month is first looked at', async () => {
  const alder = await vitrine.as('alder');
  for (const call of ['/billing/month', '/billing/current'])
    expect(await alder.post(call, monthBefore)).toMatchObject(
      refusal('month', /before this customer's first action/),
    );
  const admin = await vitrine.as('admin');
  const created = await admin.post('/api/bills', { customerId: 7, month: monthFrom(monthBefore) });
  expect(created.json, created.text).toMatchObject({ outcome: 'CREATED' });
  await vitrine.shown();
  expect((await sql`select from vitrine.invoice`.execute(vitrine.context.db)).rows).toEqual([]);

  expect((await alder.get('/billing/months')).json).toEqual([monthBefore]);
  expect((await alder.post('/billing/current', monthBefore)).status).toBe(200);
  const listed = await alder.post('/billing/month', monthBefore);
  expect(listed.status, listed.text).toBe(200);
  expect((listed.json as Invoice[]).map(({ kind, active }) => [kind, active])).toEqual([
    ['computed', true],
    ['computed', true],
  ]);
  expect(await alder.post('/billing/month', monthsFrom(monthBefore, -1))).toMatchObject(
    refusal('month', new RegExp(`choose a month from ${monthName(monthFrom(monthBefore))} on`)),
  );
});

test('a bill from before January 2017 can be opened without an action, and by an administrator for all', async () => {
  const first = { year: 2016, month: 11 };
  await customerCommands.changeTerms(vitrine.context, { commandId: randomUUID(), actor: ADMINISTRATOR }, 9, {
    changes: { feeRatePpm: 10_000, minInventoryCents: 5_000_000 },
    effectiveAt: '2016-11-01',
  });
  await vitrine.shown();
  const admin = await vitrine.as('admin');
  const cedar = { headers: { customer: '9' } };
  for (const who of [cedar, undefined])
    expect(await admin.post('/billing/month', first, who)).toMatchObject(
      refusal('month', /There are no bills before January 2017/),
    );
  const created = await admin.post('/api/bills', { customerId: 9, month: '2016-11' });
  expect(created.json, created.text).toMatchObject({ outcome: 'CREATED' });
  await vitrine.shown();
  expect((await admin.get('/billing/months', cedar)).json).toEqual([first]);
  const listed = await admin.post('/billing/month', first, cedar);
  expect(listed.status, listed.text).toBe(200);
  expect(listed.json).toHaveLength(2);
  expect((await admin.get('/billing/months')).json).toContainEqual(first);
  expect((await admin.post('/billing/month', first)).status).toBe(200);
  for (const who of [cedar, undefined])
    expect(await admin.post('/billing/month', { year: 2016, month: 10 }, who)).toMatchObject(
      refusal('month', /There are no bills before November 2016/),
    );
});
