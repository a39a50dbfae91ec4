import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billCreated, type BillCreated } from '#contracts/billing/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { customersProjection } from '../customers/index.ts';
import { projectionMigrations, rebuildProjection, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import { parcelsProjection } from '../parcels/index.ts';
import {
  billedOfMonth,
  billOfMonth,
  billsOfMonth,
  billsProjection,
  memosNotHeld,
  unbilledActivity,
} from './index.ts';

const golden = new URL('../../tests/golden-events/BillCreated.1.json', import.meta.url);
const example: BillCreated = billCreated.parse(JSON.parse(readFileSync(golden, 'utf8')));
const customer = new URL('../../tests/golden-events/CustomerRegistered.1.json', import.meta.url);
const registered: object = JSON.parse(readFileSync(customer, 'utf8'));

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

describe('bills', () => {
  it('are kept whole, in every version; the newest of a month counts', async () => {
    const log = createMemoryLog();
    const add = (changes: Partial<BillCreated>): void => {
      const bill = { ...example, ...changes };
      log.add(`customer-${bill.customerId}`, newTestEvent('BillCreated', bill));
    };
    add({ customerId: 7, version: 1 });
    add({ customerId: 8, version: 1, totalCents: 5 });
    add({ customerId: 7, version: 2, lines: [], totalCents: 0 });
    add({ customerId: 7, version: 1, month: '2026-06' });
    await projectForTests(database.pool, log, [billsProjection]);

    const { effectiveAt: _, ...whole } = example;
    const { db } = database;
    expect(await billOfMonth(db, 7, '2026-05', 1)).toMatchObject({ ...whole, customerId: 7, version: 1 });
    expect(await billOfMonth(db, 7, '2026-05')).toMatchObject({ version: 2, lines: [], totalCents: 0 });
    expect(await billOfMonth(db, 9, '2026-05')).toBeNull();
    const ofMonth = await billsOfMonth(db, '2026-05');
    expect(ofMonth.map(({ customerId, version }) => [customerId, version])).toEqual([
      [7, 2],
      [8, 1],
    ]);
    const report = await verifyProjection({ pool: database.pool, events: log, projection: billsProjection });
    expect(report.differences).toEqual([]);
  });
});

describe('the months of customers that are not billed', () => {
  const log = createMemoryLog();
  let documents = 0;
  const document = (stone: string, docType: string, customerId: number, day: string, more: object = {}) =>
    log.add(
      `stone-${stone}`,
      newTestEvent('DocumentReceived', {
        instance: 'ANTWERP',
        docType,
        docNo: `D-${++documents}`,
        line: 1,
        version: 1,
        customerId,
        accountCode: '10-07-0001',
        amountCents: 980_000,
        giaRoundDiscountPpm: 0,
        effectiveAt: day,
        ...more,
      }),
    );
  const activity = async (): Promise<string[]> => {
    const found = await unbilledActivity(database.db, { from: '2026-03', to: '2026-04' });
    return found.map(({ customerId, month }) => `${customerId} ${month}`).sort();
  };
  beforeAll(async () => {
    for (const customerId of [7, 8, 9, 10])
      log.add(`customer-${customerId}`, newTestEvent('CustomerRegistered', { ...registered, customerId }));
    // On memo until the last day of March, and again once April is over; from the last day of April on.
    document('A-1', 'MEMO', 7, '2026-02-27');
    document('A-1', 'RETURN_MEMO', 7, '2026-04-01');
    document('A-2', 'MEMO', 8, '2026-04-30');
    document('A-3', 'MEMO', 7, '2026-05-01');
    // Invoiced on the last day of April; in March as well, which was void; and taken back on the first of March.
    document('A-4', 'INVOICE', 9, '2026-04-30');
    document('A-5', 'INVOICE', 9, '2026-03-15', { docNo: 'void' });
    document('A-5', 'INVOICE', 9, '2026-03-15', { docNo: 'void', version: 2, amountCents: null });
    document('A-6', 'INVOICE', 10, '2026-02-10');
    document('A-6', 'CREDIT', 10, '2026-03-01');
    // Back on the day they were sent, the second one once more in the month after; and one that was void.
    document('A-7', 'MEMO', 10, '2026-04-30');
    document('A-7', 'RETURN_MEMO', 10, '2026-04-30');
    document('A-8', 'MEMO', 10, '2026-03-31');
    document('A-8', 'RETURN_MEMO', 10, '2026-03-31');
    document('A-8', 'MEMO', 10, '2026-05-01');
    document('A-9', 'MEMO', 10, '2026-03-15', { docNo: 'void memo' });
    document('A-9', 'MEMO', 10, '2026-03-15', { docNo: 'void memo', version: 2, amountCents: null });
    for (const projection of [customersProjection, parcelsProjection('America/New_York'), billsProjection])
      await rebuildProjection({ pool: database.pool, events: log, projection });
  });

  it('are those with something on memo, an invoice or a credit that counts', async () => {
    expect(await activity()).toEqual(['10 2026-03', '7 2026-03', '8 2026-04', '9 2026-04']);
  });

  it('are perhaps those of memos that were on memo at no end of a day', async () => {
    const found = await memosNotHeld(database.db, { from: '2026-03', to: '2026-04' });
    expect(found.map(({ customerId, month, parcelName }) => [customerId, month, parcelName]).sort()).toEqual([
      [10, '2026-03', 'A-8'],
      [10, '2026-04', 'A-7'],
    ]);
  });

  it('are not those of customers billed up to their end; a bill of a month counts by its newest version', async () => {
    for (const [version, totalCents] of [
      [1, 5_000],
      [2, 7_000],
    ])
      log.add(
        'customer-8',
        newTestEvent('BillCreated', { ...example, customerId: 8, month: '2026-04', version, totalCents }),
      );
    log.add('customer-9', newTestEvent('BillCreated', { ...example, customerId: 9, month: '2026-03' }));
    await projectForTests(database.pool, log, [billsProjection]);
    expect(await activity()).toEqual(['10 2026-03', '7 2026-03', '9 2026-04']);
    expect(await billedOfMonth(database.db, '2026-04')).toEqual({ count: 1, totalCents: 7_000 });
    expect(await billedOfMonth(database.db, '2026-05')).toEqual({ count: 0, totalCents: 0 });
  });
});
