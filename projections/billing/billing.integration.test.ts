import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billCreated, type BillCreated } from '#contracts/billing/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionMigrations, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import { billOfMonth, billsOfMonth, billsProjection } from './index.ts';

const golden = new URL('../../tests/golden-events/BillCreated.1.json', import.meta.url);
const example: BillCreated = billCreated.parse(JSON.parse(readFileSync(golden, 'utf8')));

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
