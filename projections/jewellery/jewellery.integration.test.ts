import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelStream } from '#contracts/events/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionMigrations, rebuildProjection, verifyProjection } from '../engine/index.ts';
import {
  createMemoryLog,
  newTestEvent,
  projectForTests,
  type MemoryLog,
} from '../engine/testing/test-log.ts';
import { parcelsProjection } from '../parcels/index.ts';
import {
  availablePieces,
  finishedModelsRequest,
  modelOrdersProjection,
  modelRecords,
  modelsProjection,
  modelStocks,
  orderById,
  piecesProjection,
  waitingOrders,
} from './index.ts';

const ZONE = 'America/New_York';
const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T15:00:00.000Z`;
const projections = [parcelsProjection(ZONE), modelsProjection, piecesProjection, modelOrdersProjection];

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

function listed(
  log: MemoryLog,
  parcelName: string,
  model: string,
  day: number,
  totalCents: number,
  lab?: string,
  weight = 800,
): void {
  const attributes = { weight, ...(lab === undefined ? {} : { lab }) };
  const piece = { model, modelDescription: `A ${model}`, components: [] };
  const data = {
    parcelName,
    line: 'jewellery',
    vendorId: 1,
    attributes,
    piece,
    costCents: 1,
    totalCents,
    vendorAvailability: 'IN_STOCK',
    effectiveAt: at(day),
  };
  log.add(`stone-${parcelName}`, newTestEvent('StoneListed', data));
}

describe('jewellery', () => {
  it('models, what is there of each, and who waits for it, first come first', async () => {
    const log = createMemoryLog();
    const fields = { description: 'Ring', additionalQuantity: 4, hide: false };
    log.add(modelStream('rs1'), newTestEvent('ModelImported', { name: 'RS1', fields, effectiveAt: at(1) }));
    log.add(
      modelStream('rs1'),
      newTestEvent('ModelChanged', { changes: { additionalQuantity: 2, hide: true }, effectiveAt: at(2) }),
    );
    listed(log, 'P-2', 'RS1', 3, 200_000, 'GIA', 1200);
    listed(log, 'P-1', 'rs1 ', 2, 300_000);
    listed(log, 'P-3', 'RS1', 1, 100_000, 'FM');
    listed(log, 'P-4', 'Else', 1, 100_000);
    log.add(
      'stone-N-1',
      newTestEvent('StoneListed', {
        parcelName: 'N-1',
        line: 'natural',
        vendorId: 1,
        attributes: { weight: 800 },
        costCents: 1,
        totalCents: 2,
        vendorAvailability: 'IN_STOCK',
        effectiveAt: at(1),
      }),
    );
    log.add('stone-P-4', newTestEvent('StoneWithdrawn', { reason: 'gone', effectiveAt: at(4) }));

    const lines = [{ orderId: 'o3', model: 'RS1', quantity: 3 }];
    log.add(
      'customer-7',
      newTestEvent('ModelsRequested', { requestId: 'r1', lines, remarks: 'soon', effectiveAt: at(5) }),
    );
    await projectForTests(database.pool, log, projections);
    expect(await modelRecords(database.db)).toEqual([
      {
        key: 'rs1',
        name: 'RS1',
        changedPosition: 14,
        fields: expect.objectContaining({
          description: 'Ring',
          additionalQuantity: 2,
          hide: true,
          tier: null,
        }),
      },
    ]);
    expect((await availablePieces(database.db, ['rs1'])).map((piece) => piece.parcelName)).toEqual([
      'P-3',
      'P-1',
      'P-2',
    ]);
    const piece = { name: 'RS1', modelDescription: 'A RS1' };
    const price = (totalCents: number, weight = 800) => ({ totalCents, weight });
    expect(await modelStocks(database.db, true, ['rs1'])).toEqual([
      {
        modelKey: 'rs1',
        available: 3,
        prices: [price(100_000), price(300_000), price(200_000, 1200)],
        weight: 800,
        piece,
      },
    ]);
    expect(await modelStocks(database.db, false)).toEqual([
      {
        modelKey: 'else',
        available: 0,
        prices: [],
        weight: 800,
        piece: { name: 'Else', modelDescription: 'A Else' },
      },
      { modelKey: 'rs1', available: 2, prices: [price(300_000), price(200_000, 1200)], weight: 800, piece },
    ]);
    // Nothing waits before the request has had what there was.
    expect(await waitingOrders(database.db)).toEqual([]);

    log.add(
      'customer-7',
      newTestEvent('PiecesAllotted', {
        instructionId: 'i1',
        allotments: [{ orderId: 'o3', parcelNames: ['P-1', 'P-2'] }],
        effectiveAt: at(5),
      }),
    );
    log.add(
      'customer-7',
      newTestEvent('InstructionFinished', {
        instructionId: 'i1',
        done: ['P-1'],
        declined: [{ parcelName: 'P-2', reason: 'taken' }],
        position: '1',
        effectiveAt: at(5),
      }),
    );
    log.add(
      'customer-7',
      newTestEvent('ModelsRequestFinished', {
        requestId: 'r1',
        done: ['P-1'],
        backOrdered: [{ ...lines[0]!, quantity: 2 }],
        effectiveAt: at(5),
      }),
    );
    log.add(
      'customer-8',
      newTestEvent('ModelsRequested', {
        requestId: 'r2',
        lines: [{ orderId: 'o2', model: 'rs1', quantity: 1 }],
        effectiveAt: at(4),
      }),
    );
    log.add(
      'customer-8',
      newTestEvent('ModelsRequestFinished', {
        requestId: 'r2',
        done: [],
        backOrdered: [{ orderId: 'o2', model: 'rs1', quantity: 1 }],
        effectiveAt: at(6),
      }),
    );
    await projectForTests(database.pool, log, projections);
    const waiting = await waitingOrders(database.db, { modelKeys: ['rs1'] });
    expect(waiting).toMatchObject([
      {
        customerId: 7,
        modelKey: 'rs1',
        open: 2,
        order: { orderId: 'o3', filled: ['P-1'], allotted: [], remarks: 'soon' },
      },
      { customerId: 8, modelKey: 'rs1', open: 1, order: { orderId: 'o2' } },
    ]);
    expect(await finishedModelsRequest(database.db, 'r1')).toMatchObject({
      done: ['P-1'],
      backOrdered: [{ model: 'RS1', quantity: 2 }],
      bodyHash: null,
    });

    log.add(
      'customer-7',
      newTestEvent('BackOrderCancelled', { orderId: 'o3', quantity: 2, effectiveAt: at(7) }),
    );
    await projectForTests(database.pool, log, projections);
    expect(await waitingOrders(database.db)).toMatchObject([{ customerId: 8 }]);
    expect(await orderById(database.db, 'o3')).toMatchObject({
      open: 0,
      order: { cancelled: 2, filled: ['P-1'] },
    });
    for (const projection of projections.slice(1)) {
      expect((await verifyProjection({ pool: database.pool, events: log, projection })).differences).toEqual(
        [],
      );
    }
  });

  it('pieces keep their place in line when they are described again', async () => {
    // Given two pieces of a model, of which the first listed is described anew, and again as of another model
    const log = createMemoryLog();
    listed(log, 'L-1', 'Line', 1, 100_000);
    listed(log, 'L-2', 'Line', 2, 100_000);
    listed(log, 'L-3', 'Line', 1, 100_000);
    const described = (parcelName: string, model: string) => {
      const piece = { model, modelDescription: `A better ${model}`, components: [] };
      const data = { attributes: { weight: 900 }, piece, effectiveAt: at(3) };
      log.add(`stone-${parcelName}`, newTestEvent('StoneDescribed', data));
    };
    described('L-1', 'Line');
    described('L-3', 'Else');
    // When the read models are made
    for (const projection of projections)
      await rebuildProjection({ pool: database.pool, events: log, projection });
    // Then it is still the first to be requested, and the description of its model is its own
    const names = async (key: string) =>
      (await availablePieces(database.db, [key])).map(({ parcelName }) => parcelName);
    expect([await names('line'), await names('else')]).toEqual([['L-1', 'L-2'], ['L-3']]);
    expect(await modelStocks(database.db, true, ['line'])).toMatchObject([
      { weight: 900, piece: { modelDescription: 'A better Line' } },
    ]);
  });
});
