import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionMigrations, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import { allVendors, vendorById, vendorsProjection } from './index.ts';
import { settings, terms } from './testing/made-vendor.ts';

const effectiveAt = '2024-03-01T15:00:00.000Z';
let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

describe('vendors', () => {
  it('have their settings, their terms through time and their last feed', async () => {
    const log = createMemoryLog();
    log.add('vendor-5', newTestEvent('VendorRegistered', { vendorId: 5, settings, terms, effectiveAt }));
    log.add(
      'vendor-6',
      newTestEvent('VendorRegistered', {
        vendorId: 6,
        settings: { ...settings, name: 'Kala' },
        terms,
        effectiveAt,
      }),
    );
    log.add('vendor-5', newTestEvent('VendorSettingsChanged', { changes: { tier: 'Reserve' }, effectiveAt }));
    log.add(
      'vendor-5',
      newTestEvent('VendorTermsChanged', { changes: { markupPpm: 90_000 }, effectiveAt: '2024-05-01' }),
    );
    log.add(
      'vendor-5',
      newTestEvent('VendorFeedRead', {
        vendorId: 5,
        fileHash: 'f',
        rows: 10,
        listed: 8,
        reported: 2,
        effectiveAt,
      }),
    );
    for (const [vendorId, name] of [
      [7, 'Oval 10'],
      [8, 'oval 9'],
    ] as const)
      log.add(
        `vendor-${vendorId}`,
        newTestEvent('VendorRegistered', { vendorId, settings: { ...settings, name }, terms, effectiveAt }),
      );
    await projectForTests(database.pool, log, [vendorsProjection]);

    expect((await allVendors(database.db)).map((vendor) => vendor.settings.name)).toEqual([
      'Kala',
      'Minas',
      'oval 9',
      'Oval 10',
    ]);
    const vendor = (await vendorById(database.db, 5))!;
    expect(vendor.settings).toEqual({ ...settings, tier: 'Reserve' });
    expect(vendor.lastFeed).toEqual({ fileHash: 'f', rows: 10, listed: 8, reported: 2, at: effectiveAt });
    expect(termsAt(vendor.terms, '2024-04-30', 'America/New_York').markupPpm).toBe(80_000);
    expect(termsAt(vendor.terms, '2024-05-01', 'America/New_York')).toEqual({ ...terms, markupPpm: 90_000 });
    const knownThen = vendor.terms.filter(({ position }) => position <= 21);
    expect(termsAt(knownThen, '2024-05-01', 'America/New_York').markupPpm).toBe(80_000);
    expect(await vendorById(database.db, 9)).toBeNull();
    expect(
      (await verifyProjection({ pool: database.pool, events: log, projection: vendorsProjection }))
        .differences,
    ).toEqual([]);
  });
});
