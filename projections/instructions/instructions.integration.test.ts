import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionMigrations, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import { instructionById, instructionsProjection } from './index.ts';
import { openInstructions } from './testing/open-instructions.ts';

const effectiveAt = '2024-03-01T15:00:00.000Z';
const placed = (instructionId: string, parcelName: string) => {
  const event = newTestEvent('InstructionPlaced', {
    instructionId,
    action: 'RETURN',
    parcels: [{ parcelName }],
    remarks: 'boxed',
    effectiveAt,
  });
  return {
    ...event,
    metadata: {
      ...event.metadata,
      commandId: `key of ${instructionId}`,
      bodyHash: `hash of ${instructionId}`,
    },
  };
};
const finished = (instructionId: string, parcelName: string) =>
  newTestEvent('InstructionFinished', {
    instructionId,
    done: [parcelName],
    declined: [],
    position: '4',
    effectiveAt,
  });

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

describe('instructions', () => {
  it('are found by id with their command’s key and hash, and are open until they are finished', async () => {
    const log = createMemoryLog();
    log.add('customer-7', placed('one', 'A1'), placed('two', 'A2'));
    log.add('customer-8', placed('three', 'A3'));
    await projectForTests(database.pool, log, [instructionsProjection]);
    expect(await openInstructions(database.db)).toEqual(['one', 'three', 'two']);

    log.add('customer-7', finished('one', 'A1'));
    await projectForTests(database.pool, log, [instructionsProjection]);
    expect(await instructionById(database.db, 'one')).toMatchObject({
      customerId: 7,
      commandId: 'key of one',
      bodyHash: 'hash of one',
      placed: { action: 'RETURN', parcels: [{ parcelName: 'A1' }], remarks: 'boxed' },
      finished: { done: ['A1'], declined: [], position: '4' },
      reached: '28',
    });
    expect(await instructionById(database.db, 'two')).toMatchObject({ finished: null, reached: null });
    expect(await instructionById(database.db, 'four')).toBeNull();
    expect(await openInstructions(database.db)).toEqual(['three', 'two']);
    expect(
      (await verifyProjection({ pool: database.pool, events: log, projection: instructionsProjection }))
        .differences,
    ).toEqual([]);
  });
});
