import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerAccess, CustomerTerms } from '#contracts/events/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { parkedStreams, projectionMigrations, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import {
  allCustomers,
  assignedAccounts,
  customerByAccountCode,
  customerById,
  customersProjection,
  customerTermsOf,
} from './index.ts';

const ZONE = 'America/New_York';
const access: CustomerAccess = {
  allowLogin: true,
  allowActions: false,
  fmAllowed: false,
  lgAllowed: false,
  fcAllowed: false,
  legend: false,
};
const terms: CustomerTerms = {
  minInventoryCents: 0,
  maxInventoryCents: 10_000_000,
  giaRoundDiscountPpm: 20_000,
  gracePeriodDays: 3,
  paymentDays: 30,
  normalRebatePpm: 0,
  hafRebatePpm: 0,
  lgRebatePpm: 0,
  fcRebatePpm: 10_000,
  feeRatePpm: 10_000,
  lgFeeRatePpm: 20_000,
  fcFeeRatePpm: 8_000,
  hafPct1Ppm: 100_000,
  hafPct2Ppm: 200_000,
};
const at = '2024-03-01T15:00:00.000Z';

const registered = (customerId: number, name: string, salesRepEmail = '') =>
  newTestEvent('CustomerRegistered', {
    customerId,
    identity: { name, legalName: `${name} Inc.`, email: 'office@example.com', salesRepEmail, bigName: '' },
    access,
    terms,
    effectiveAt: at,
  });
const assigned = (accountCode: string, docTypes: readonly string[]) =>
  newTestEvent('AccountCodeAssigned', {
    account: { dxInstance: 'VITRINE', accountCode, docTypes },
    effectiveAt: at,
  });

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

describe('customers', () => {
  const log = createMemoryLog();
  beforeAll(async () => {
    log.add('customer-1', registered(1, 'Zenith'), assigned('11-22-3333', ['MEMO', 'INVOICE']));
    log.add('customer-2', registered(2, 'aurora', 'Rep@example.com'), assigned('22-22-2222', ['MEMO']));
    log.add('customer-3', registered(3, 'Beryl'));
    log.add(
      'customer-2',
      newTestEvent('CustomerIdentityChanged', { changes: { legalName: 'Aurora Gems LLC' }, effectiveAt: at }),
    );
    log.add(
      'customer-2',
      newTestEvent('CustomerAccessChanged', { changes: { lgAllowed: true }, effectiveAt: at }),
    );
    log.add(
      'customer-2',
      newTestEvent('RetailMarkupsSet', {
        rows: [
          {
            type: 'value',
            minWeight: null,
            maxWeight: null,
            minValueCents: 0,
            maxValueCents: 100_000,
            productTypes: ['LOOSE'],
            markupPpm: 500_000,
          },
        ],
        effectiveAt: at,
      }),
    );
    await projectForTests(database.pool, log, [customersProjection]);
  });

  it('are listed by name', async () => {
    expect((await allCustomers(database.db)).map(({ identity }) => identity.name)).toEqual([
      'aurora',
      'Beryl',
      'Zenith',
    ]);
  });

  it('keep what a change does not name', async () => {
    const aurora = await customerById(database.db, 2);
    expect(aurora).toMatchObject({
      customerId: 2,
      identity: { name: 'aurora', legalName: 'Aurora Gems LLC', email: 'office@example.com' },
      access: { ...access, lgAllowed: true },
      retailMarkups: [{ markupPpm: 500_000 }],
      changedPosition: expect.any(Number),
    });
    expect(await customerById(database.db, 99)).toBeNull();
  });

  it('have the terms in force at the end of a house day, as they are known now or were known then', async () => {
    const known = await log.headPosition();
    log.add(
      'customer-3',
      newTestEvent('CustomerTermsChanged', { changes: { feeRatePpm: 9_000 }, effectiveAt: '2024-04-10' }),
    );
    // 02:00 UTC on the 15th is the evening of the 14th in the house.
    log.add(
      'customer-3',
      newTestEvent('CustomerTermsChanged', {
        changes: { feeRatePpm: 7_000, paymentDays: 10 },
        effectiveAt: '2024-04-15T02:00:00.000Z',
      }),
    );
    log.add(
      'customer-3',
      newTestEvent('CustomerTermsChanged', {
        changes: { feeRatePpm: 8_000 },
        effectiveAt: '2024-04-10',
        reason: 'typing error',
      }),
    );
    await projectForTests(database.pool, log, [customersProjection]);
    const customer = (await customerById(database.db, 3))!;
    const knownThen = customer.terms.filter(({ position }) => BigInt(position) <= known);
    const feeOn = (day: string, terms = customer.terms) =>
      customerTermsOf({ ...customer, terms }, day, ZONE)?.feeRatePpm;
    expect(feeOn('2024-04-09')).toBe(10_000);
    expect(feeOn('2024-04-10')).toBe(8_000);
    expect(feeOn('2024-04-13')).toBe(8_000);
    expect(feeOn('2024-04-14')).toBe(7_000);
    expect(feeOn('2024-04-14', knownThen)).toBe(10_000);
    expect(customerTermsOf(customer, '2024-04-20', ZONE)!.paymentDays).toBe(10);
    expect(await customerById(database.db, 99)).toBeNull();
  });

  it('are found by their accounts of the trading system, of the date of a document', async () => {
    const holder = (accountCode: string, day: string, dxInstance = 'VITRINE') =>
      customerByAccountCode(database.db, { dxInstance, accountCode }, day, ZONE);
    expect(await holder('11-22-3333', '2024-03-01')).toBe(1);
    expect(await holder('22-22-2222', '2024-03-01')).toBe(2);
    expect(await holder('11-22-3333', '2024-03-01', 'ANTWERP')).toBeNull();
    log.add(
      'customer-1',
      newTestEvent('AccountCodeRemoved', {
        dxInstance: 'VITRINE',
        accountCode: '11-22-3333',
        effectiveAt: new Date(Date.parse(at) + 86_400_000).toISOString(),
      }),
      assigned('33-33-3333', ['INVOICE']),
    );
    await projectForTests(database.pool, log, [customersProjection]);
    expect(await holder('11-22-3333', '2024-03-01')).toBe(1);
    expect(await holder('11-22-3333', '2024-03-04')).toBeNull();
    expect(await assignedAccounts(database.db)).toEqual([
      { dxInstance: 'VITRINE', accountCode: '22-22-2222', docTypes: ['MEMO'], customerId: 2 },
      { dxInstance: 'VITRINE', accountCode: '33-33-3333', docTypes: ['INVOICE'], customerId: 1 },
    ]);
  });

  it('are the same rebuilt, and a change before the registration parks only its own stream', async () => {
    log.add(
      'customer-4',
      newTestEvent('CustomerAccessChanged', { changes: { legend: true }, effectiveAt: at }),
    );
    log.add(
      'customer-3',
      newTestEvent('CustomerAccessChanged', { changes: { legend: true }, effectiveAt: at }),
    );
    await projectForTests(database.pool, log, [customersProjection], 3);
    expect((await customerById(database.db, 3))!.access.legend).toBe(true);
    expect(await parkedStreams(database.db)).toMatchObject([
      {
        projection: 'customers',
        stream: 'customer-4',
        reason: expect.stringContaining('before the customer was registered'),
      },
    ]);
    expect(
      (await verifyProjection({ pool: database.pool, events: log, projection: customersProjection }))
        .differences,
    ).toEqual([]);
  });
});
