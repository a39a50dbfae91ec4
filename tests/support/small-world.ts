import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import { stoneStream, type StoneAttributes, type StoneEvent } from '#contracts/events/index.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { customerCommands } from '#services/customers/index.ts';
import { createUser } from '#services/identity/index.ts';
import {
  appendEvents,
  createSnapshots,
  loadStream,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { vendorCommands } from '#services/vendors/index.ts';

export const PASSWORD = 'Test-pass-1';
const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
export const ZONE = 'America/New_York';

/** Customer 7 is the tests' own, 8 another, 9 one that may not make changes nor see FM stones; limits in cents. */
const CUSTOMERS = [
  { customerId: 7, name: 'Alder & Sons', allowActions: true, fmAllowed: true, maxInventoryCents: 5_000_000 },
  { customerId: 8, name: 'Birch Jewelers', allowActions: true, fmAllowed: true, maxInventoryCents: 0 },
  { customerId: 9, name: 'Cedar Gems', allowActions: false, fmAllowed: false, maxInventoryCents: 0 },
] as const;

const USERS: readonly {
  username: string;
  customerId?: number;
  showPrices?: ShowPrices;
  administrator?: boolean;
  salesRep?: boolean;
  active?: boolean;
}[] = [
  { username: 'alder', customerId: 7 },
  { username: 'alder-retail', customerId: 7, showPrices: 'RETAIL' },
  { username: 'alder-none', customerId: 7, showPrices: 'NONE' },
  { username: 'birch', customerId: 8 },
  { username: 'cedar', customerId: 9 },
  { username: 'rep', salesRep: true },
  { username: 'admin', administrator: true },
  { username: 'gone', customerId: 7, active: false },
];

/** What tests write to the log with, beside a running application. */
export function testContext(stores: { db: Db; pool: pg.Pool; events: EventStore }): CommandContext {
  return { ...stores, snapshots: createSnapshots(stores.pool), clock: () => new Date(), zone: ZONE };
}

/** A vendor, three customers with accounts, and a user of each kind; every password is `PASSWORD`. */
export async function fillSmallWorld(context: CommandContext): Promise<void> {
  await vendorCommands.register(context, { commandId: 'vendor', actor: ADMINISTRATOR }, 1, {
    settings: { name: 'Antwerp Rounds', dxPrefix: 'AR-', email: 'stock@example.com' },
    terms: { markupPpm: 100_000 },
  });
  const flags = { allowLogin: true, lgAllowed: true, fcAllowed: true };
  for (const { customerId, name, allowActions, fmAllowed, maxInventoryCents } of CUSTOMERS) {
    const command = { commandId: `customer-${customerId}`, actor: ADMINISTRATOR };
    await customerCommands.register(context, command, customerId, {
      identity: { name },
      access: { ...flags, allowActions, fmAllowed },
      terms: { maxInventoryCents, giaRoundDiscountPpm: 20_000 },
    });
    await customerCommands.assignAccountCode(
      context,
      { ...command, commandId: `account-${customerId}` },
      customerId,
      {
        account: {
          dxInstance: 'VITRINE',
          accountCode: `0${customerId}-01-0001`,
          docTypes: ['MEMO', 'INVOICE'],
        },
      },
    );
  }
  for (const user of USERS) {
    await createUser(context, {
      firstName: user.username,
      lastName: 'Test',
      email: `${user.username}@example.com`,
      password: PASSWORD,
      ...user,
    });
  }
}

/** A natural GIA round of $10,000 list price ($9,800.00 to the customers) by default; answers its log position. */
export async function listStone(
  context: CommandContext,
  parcelName: string,
  attributes: Partial<StoneAttributes> = {},
  totalCents = 1_000_000,
  line: Line = 'natural',
  effectiveAt = '2026-01-05T15:00:00.000Z',
): Promise<bigint> {
  return appendEvents(
    context,
    { stream: stoneStream(parcelName), revision: 'no_stream', lastRecordedAt: '' },
    [
      {
        type: 'StoneListed',
        id: randomUUID(),
        data: {
          parcelName,
          line,
          vendorId: 1,
          costCents: Math.round(totalCents / 1.1),
          totalCents,
          vendorAvailability: 'IN_STOCK',
          location: 'Safe 3',
          attributes: {
            weight: 1010,
            lab: 'GIA',
            certNo: `21${parcelName.replace(/\D/g, '').padStart(8, '0')}`,
            shapeCode: 'RD',
            colour: 'F',
            clarity: 'VS1',
            cut: 'EX',
            polish: 'EX',
            symmetry: 'EX',
            fluorescence: 'N',
            ...attributes,
          },
          effectiveAt,
        },
      },
    ],
    { commandId: `list ${parcelName}`, actor: { username: 'feed', role: 'system' } },
  );
}

/** A feed no longer has the stone. */
export const withdrawStone = (context: CommandContext, parcelName: string): Promise<bigint> =>
  recordOfFeed(context, parcelName, {
    type: 'StoneWithdrawn',
    data: { reason: 'sold elsewhere', effectiveAt: context.clock().toISOString() },
  });

/** A later feed has it again. */
export const reinstateStone = (context: CommandContext, parcelName: string): Promise<bigint> =>
  recordOfFeed(context, parcelName, {
    type: 'StoneReinstated',
    data: { effectiveAt: context.clock().toISOString() },
  });

async function recordOfFeed(context: CommandContext, parcelName: string, fact: StoneEvent): Promise<bigint> {
  const stream = await loadStream(context, stoneStream(parcelName), parcelFold);
  const id = randomUUID();
  return appendEvents(context, stream, [{ ...fact, id }], {
    commandId: id,
    actor: { username: 'feed', role: 'system' },
  });
}
