import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerCommands } from '#services/customers/index.ts';
import { sheetBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { recordDocument } from '#services/stones/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** Months that are billed before January 2017, from where billing begins (rule: Months of billing). */

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;

let vitrine: SmallVitrine;
let dataFolder = '';
/** Cedar has a stone since November 2016. */
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-before-2017-'));
  vitrine = await startSmallVitrine({ VITRINE_DATA: dataFolder });
  await customerCommands.changeTerms(vitrine.context, { commandId: 'terms-9', actor: ADMINISTRATOR }, 9, {
    changes: { feeRatePpm: 10_000, paymentDays: 30 },
    effectiveAt: '2016-01-01',
  });
  await vitrine.listStone('B-1');
  await memo(1, '2016-11-20');
});
afterAll(async () => {
  await vitrine?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

async function memo(version: number, effectiveAt: string): Promise<void> {
  const recorded = await recordDocument(vitrine.context, {
    instance: 'VITRINE',
    docType: 'MEMO',
    docNo: 'before-2017',
    line: 1,
    version,
    customerId: 9,
    accountCode: '09-01-0001',
    amountCents: 980_000,
    parcelName: 'B-1',
    effectiveAt,
  });
  expect(recorded).toBe('recorded');
  await vitrine.shown();
}

const create = async (month: number, customer: number) =>
  (await vitrine.as('admin', { customer: String(customer) })).post('/billing/create', { year: 2016, month });
const months = async () => (await (await vitrine.as('admin')).get('/api/billing-months')).json;

test('a month before 2017 may be billed from where a customer’s billing begins', async () => {
  const admin = await vitrine.as('admin');
  expect(await months()).toEqual({ earliest: '2016-11' });
  expect((await create(11, 7)).json).toMatchObject({
    code: 'WRONG_MONTH',
    message: 'There are no bills before January 2017: choose a later month.',
  });
  expect((await create(10, 9)).json).toMatchObject({
    code: 'WRONG_MONTH',
    message: 'There are no bills before November 2016: choose a later month.',
  });
  expect((await create(11, 9)).status).toBe(200);
  const bytes = await sheetBytes([['customerId', 'lineKey', 'value', 'reason']]);
  const everyone = { year: 2016, month: 11, base64Overrides: Buffer.from(bytes).toString('base64') };
  expect((await admin.post('/billing/createall', everyone)).status).toBe(200);
});

test('one that is billed is offered and may be made again, though its reason has moved since', async () => {
  // Given November 2016 billed for a memo.
  expect(await months()).toEqual({ earliest: '2016-11' });
  // When the memo is dated later.
  await memo(2, '2017-03-05');
  // Then the month is still there, for its customer alone.
  expect(await months()).toEqual({ earliest: '2016-11' });
  expect((await create(11, 9)).json).not.toMatchObject({ code: 'WRONG_MONTH' });
  expect((await create(10, 9)).json).toMatchObject({
    message: 'There are no bills before November 2016: choose a later month.',
  });
  expect((await create(11, 7)).json).toMatchObject({
    message: 'There are no bills before January 2017: choose a later month.',
  });
});
