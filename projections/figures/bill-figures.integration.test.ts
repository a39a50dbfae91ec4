import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINE_KINDS, type LineKind } from '#contracts/billing/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionMigrations, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import { billedByKind, billFiguresProjection } from './index.ts';

const MONTH = '2026-03';
const WORKING = { balanceCents: 1 };

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

const line = (key: string, amountCents: number, houseCents: number, tradingSystemCents = 0) => ({
  kind: 'OPENING_BALANCE',
  key,
  parcelName: null,
  line: null,
  override: null,
  vendorParts: [],
  computedCents: amountCents,
  amountCents,
  tradingSystemCents,
  houseCents,
  working: WORKING,
});

const bill = (customerId: number, version: number, rest: object) =>
  newTestEvent('BillCreated', {
    customerId,
    month: MONTH,
    version,
    policyVersion: 1,
    dueDate: '2026-04-30',
    totalCents: 0,
    cut: { position: '1', recordedAt: '2026-04-01T12:00:00.000Z' },
    overrides: [],
    overridesHash: '',
    inputHash: '',
    lines: [],
    ...rest,
    effectiveAt: '2026-04-01T12:00:00.000Z',
  });

const part = (number: number, text: string) =>
  newTestEvent('BillPartRecorded', {
    customerId: 8,
    month: MONTH,
    part: number,
    parts: 2,
    text,
    effectiveAt: '2026-04-01T12:00:00.000Z',
  });

test('the newest bill known counts, and of a large one its parts, in whatever batches they come', async () => {
  const log = createMemoryLog();
  const text = JSON.stringify({ overrides: [], lines: [line('a', 500, 300), line('b', 20, 10, 7)] });
  const linesIn = { id: 'large', parts: 2, sha256: 'not looked at here' };
  log.add(customerStream(7), bill(7, 1, { lines: [line('a', 100, 60)] }));
  const early = await log.headPosition();
  log.add('bill-large', part(1, text.slice(0, 40)));
  log.add(customerStream(8), bill(8, 1, { linesIn }));
  log.add('bill-large', part(2, text.slice(40)));
  log.add(customerStream(7), bill(7, 2, { lines: [line('a', 90, 50)] }));
  await projectForTests(database.pool, log, [billFiguresProjection], 1);

  const billed = async (knownAt: bigint, customerIds: number[] | null = null) =>
    billedByKind(database.db, { customerIds, knownAt: Number(knownAt) }, { from: MONTH, to: MONTH });
  const kind: LineKind = LINE_KINDS[3];
  const sums = (amountCents: number, houseCents: number, tradingSystemCents = 0) => [
    { month: MONTH, kind, amountCents, tradingSystemCents, houseCents },
  ];
  const now = await log.headPosition();
  expect(await billed(early)).toEqual(sums(100, 60));
  expect(await billed(now)).toEqual(sums(610, 360, 7));
  expect(await billed(now, [8])).toEqual(sums(520, 310, 7));
  const { differences } = await verifyProjection({
    pool: database.pool,
    events: log,
    projection: billFiguresProjection,
  });
  expect(differences).toEqual([]);
});
