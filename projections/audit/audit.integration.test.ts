import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, migrate, type Database, type Db } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionMigrations, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import { customersProjection } from '../customers/index.ts';
import { auditEntries, auditNamesBeginning, auditProjection, auditTotal, type AuditSearch } from './index.ts';

const ZONE = 'America/New_York';
const at = '2026-03-01T15:00:00.000Z';
const memo = (effectiveAt: string, version = 1) =>
  newTestEvent('DocumentReceived', {
    instance: 'ANTWERP',
    docType: 'MEMO',
    docNo: 'M-77',
    line: 1,
    version,
    customerId: 7,
    accountCode: '10-07-0001',
    amountCents: 980_000,
    giaRoundDiscountPpm: 0,
    effectiveAt,
  });
const returned = (effectiveAt: string) =>
  newTestEvent('StoneReturned', { customerId: 7, instructionId: 'I-9', remarks: 'not sold', effectiveAt });

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
  await projectForTests(database.pool, createMemoryLog(), [customersProjection]);
});
afterAll(() => database.close());

const found = (search: AuditSearch, descending = true) =>
  auditEntries(database.db, search, { axis: 'recorded', descending }, { from: 0, count: 100 });

describe('the audit', () => {
  const log = createMemoryLog();
  const projection = auditProjection(ZONE);
  const entry = returned('2026-03-05T15:00:00.000Z');

  it('keeps every event of every stream, found by whole names whatever their case', async () => {
    log.add('stone-A/1', memo('2026-03-01'), entry);
    log.add(
      'customer-7',
      newTestEvent('CustomerTermsChanged', {
        changes: { paymentDays: 14 },
        reason: 'agreed',
        effectiveAt: at,
      }),
    );
    log.add(
      'cart-8',
      newTestEvent('StonesCarted', {
        customerId: 8,
        line: 'natural',
        parcelNames: ['A/1', 'B2'],
        effectiveAt: at,
      }),
    );
    log.add(
      'vendor-3',
      newTestEvent('VendorTermsChanged', { changes: { markupPpm: 80_000 }, effectiveAt: at }),
    );
    await projectForTests(database.pool, log, [projection]);

    expect(await auditNamesBeginning(database.db, 'about', 'a', 5)).toEqual(['a/1']);
    expect(await auditNamesBeginning(database.db, 'about', '', 2)).toHaveLength(2);
    expect((await found({})).map(({ type }) => type)).toEqual([
      'VendorTermsChanged',
      'StonesCarted',
      'CustomerTermsChanged',
      'StoneReturned',
      'MEMO',
    ]);
    expect((await found({ about: ['a/1'] })).map(({ type }) => type)).toEqual([
      'StonesCarted',
      'StoneReturned',
      'MEMO',
    ]);
    expect((await found({ about: ['m-77'] }))[0]).toMatchObject({
      type: 'MEMO',
      stream: 'stone-A/1',
      parcelNames: ['A/1'],
      customerId: 7,
      facts: { document: 'ANTWERP/MEMO/M-77/1', amount: 9800 },
    });
    expect((await found({ about: ['i-9'] }))[0]).toMatchObject({ type: 'StoneReturned', reason: 'not sold' });
    expect((await found({ customerId: 8 })).map(({ parcelNames }) => parcelNames)).toEqual([['A/1', 'B2']]);
    expect((await found({ types: ['VendorTermsChanged'] }))[0]).toMatchObject({
      vendorId: 3,
      facts: { markup: 8 },
    });
    expect((await found({ types: ['CustomerTermsChanged'] }))[0]).toMatchObject({
      customerId: 7,
      reason: 'agreed',
      facts: { paymentDays: 14 },
    });
  });

  it('puts a document’s bare day at the house’s first instant of it', async () => {
    const day = { effectiveFrom: '2026-03-01T05:00:00.000Z', effectiveBefore: '2026-03-01T05:00:00.001Z' };
    expect((await found(day)).map(({ type, effectiveAt }) => [type, effectiveAt])).toEqual([
      ['MEMO', '2026-03-01'],
    ]);
  });

  it('moves a re-dated entry, marks an undone one, and finds corrections by their target’s customer', async () => {
    const newDate = '2026-03-03T15:00:00.000Z';
    const correction = { eventId: entry.id, reason: 'phoned', effectiveAt: at };
    log.add('stone-A/1', newTestEvent('EventDateChanged', { ...correction, newDate }));
    await projectForTests(database.pool, log, [projection]);
    expect((await found({ ids: [entry.id] }))[0]).toMatchObject({
      effectiveAt: newDate,
      recordedEffectiveAt: '2026-03-05T15:00:00.000Z',
      undone: null,
      dateChanges: [{ by: 'test', reason: 'phoned', newDate }],
    });
    log.add('stone-A/1', newTestEvent('EventUndone', correction));
    await projectForTests(database.pool, log, [projection]);
    expect((await found({ undone: true })).map(({ id }) => id)).toEqual([entry.id]);
    expect((await found({ types: ['EventDateChanged', 'EventUndone'], customerId: 7 })).length).toBe(2);
    // Looked for by the entry, its corrections are found, too.
    expect((await found({ about: [entry.id] })).map(({ type }) => type)).toEqual([
      'EventUndone',
      'EventDateChanged',
    ]);
  });

  it('is not stopped by a correction of what was never recorded', async () => {
    log.add(
      'stone-B2',
      newTestEvent('EventUndone', { eventId: 'never', effectiveAt: at }),
      memo('2026-03-09'),
    );
    await projectForTests(database.pool, log, [projection]);
    expect((await found({ about: ['b2'] })).map(({ type }) => type)).toEqual([
      'MEMO',
      'EventUndone',
      'StonesCarted',
    ]);
  });

  it('counts up to a bound, beyond it estimates and says which it did', async () => {
    expect(await auditTotal(database.db, { customerId: 7 }, 100)).toEqual({ total: 6, estimated: false });
    const { total, estimated } = await auditTotal(database.db, {}, 3);
    expect(estimated).toBe(true);
    expect(total).toBeGreaterThan(3);
  });

  it('is the same rebuilt as live, whatever the batches', async () => {
    const pool = database.pool;
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
    expect((await verifyProjection({ pool, events: log, projection, batchSize: 1 })).differences).toEqual([]);
  });

  // Last, as its rows are not of the log.
  it('looks at few entries to find those of one parcel, however many there are', async () => {
    await database.pool.query(`
      insert into read.audit_entry (event_id, position, stream, type, about, parcel_names, effective_at, happened_at,
        recorded_effective_at, recorded_at, actor, role, date_changes, facts)
      select 'many-' || n, 1000000 + n, 'stone-B' || n, 'StoneRepriced', array['b' || n, 'doc-' || n], array['B' || n],
        moment::text, moment, moment::text, moment, 'feed', 'system', '[]', '{}'
      from (select n, timestamptz '2025-07-01T12:00Z' + n * interval '1 minute' as moment
        from generate_series(1, 40000) as n) as made`);
    await database.pool.query('analyze');
    const order = { axis: 'recorded', descending: true } as const;
    // One connection: each reports by itself what it did.
    await database.db.connection().execute(async (db) => {
      const before = await entriesRead(db);
      const entries = await auditEntries(db, { about: ['b777'] }, order, { from: 0, count: 2 });
      expect(entries).toMatchObject([{ id: 'many-777' }]);
      expect((await entriesRead(db)) - before).toBeLessThan(100);
    });
  });
});

/** How many entries the connection has looked at so far. */
const entriesRead = async (db: Db): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables where relname = 'audit_entry'`.execute(
    db,
  );
  return rows[0]?.read ?? 0;
};
