import { parcelFold } from '#contracts/lifecycle/index.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stoneStream, type StoneAttributes } from '#contracts/events/index.ts';
import { startOfHouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { EXAMPLE_TERMS, EXAMPLE_VENDOR } from '#services/billing/testing/billing-world.ts';
import { customerCommands } from '#services/customers/index.ts';
import { appendEvents, loadStream, type EventToAppend } from '#services/platform/commands/index.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { recalculate } from '#tests/support/spreadsheet-program.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** The worked example (rule: Worked bill) from documents and commands to what LibreOffice adds up. */

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
const CUSTOMER = 11;
const APRIL = { year: 2026, month: 4 };

let vitrine: SmallVitrine;
let dataFolder = '';
let numbered = 0;

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-example-'));
  vitrine = await startSmallVitrine({ VITRINE_DATA: dataFolder });
  const context = { ...vitrine.context, clock: () => new Date('2026-01-02T12:00:00Z') };
  const command = { commandId: 'example', actor: ADMINISTRATOR };
  await customerCommands.register(context, command, CUSTOMER, {
    identity: { name: 'Example Jewelers', bigName: 'EXAMPLE' },
    terms: EXAMPLE_TERMS,
  });
  for (const vendorId of [5, 6])
    await vendorCommands.register(context, { ...command, commandId: `vendor-${vendorId}` }, vendorId, {
      settings: { name: vendorId === 5 ? 'Example Stones' : 'Other Stones' },
      terms: EXAMPLE_VENDOR,
    });
  await listed('A', 'natural', 6, 1_000_000, 925_926, { lab: 'GIA', shapeCode: 'RD' });
  await listed('B', 'natural', 5, 600_000, 555_556, { shapeCode: 'IDC' });
  await listed('C', 'labGrown', 6, 150_000, 138_889, {});
  await listed('D', 'fancyColour', 5, 2_000_000, 1_851_852, {});
  const trade = (
    type: Parameters<SmallVitrine['document']>[0],
    parcelName: string,
    day: string,
    cents: number,
  ) => vitrine.document(type, parcelName, CUSTOMER, day, cents);
  await trade('MEMO', 'A', '2026-03-02', 980_000);
  await trade('MEMO', 'C', '2026-03-02', 150_000);
  await trade('MEMO', 'D', '2026-03-02', 2_000_000);
  await trade('MEMO', 'B', '2026-04-11', 600_000);
  await intended('StoneReturned', 'C', '2026-04-16');
  await trade('RETURN_MEMO', 'C', '2026-04-18', 150_000);
  await intended('StoneSold', 'D', '2026-04-21');
  await trade('INVOICE', 'D', '2026-04-23', 2_000_000);
  await vitrine.shown();
});
afterAll(async () => {
  await vitrine.close();
  await rm(dataFolder, { recursive: true });
});

async function append(parcelName: string, event: Omit<EventToAppend, 'id'>): Promise<void> {
  const { context } = vitrine;
  const loaded = await loadStream(context, stoneStream(parcelName), parcelFold);
  const id = crypto.randomUUID();
  await appendEvents(context, loaded, [{ ...event, id } as EventToAppend], {
    commandId: `example-${++numbered}`,
    actor: ADMINISTRATOR,
  });
}

const listed = (
  parcelName: string,
  line: Line,
  vendorId: number,
  totalCents: number,
  costCents: number,
  attributes: Partial<StoneAttributes>,
): Promise<void> =>
  append(parcelName, {
    type: 'StoneListed',
    data: {
      parcelName,
      line,
      vendorId,
      totalCents,
      costCents,
      vendorAvailability: 'IN_STOCK',
      attributes: { weight: 1000, ...attributes },
      effectiveAt: '2026-01-05T15:00:00.000Z',
    },
  });

const intended = (type: 'StoneReturned' | 'StoneSold', parcelName: string, day: string): Promise<void> =>
  append(parcelName, {
    type,
    data: {
      customerId: CUSTOMER,
      instructionId: 'by telephone',
      effectiveAt: new Date(Date.parse(startOfHouseDay(day, 'America/New_York')) + 43_200_000).toISOString(),
    },
  });

async function download(call: string, body: object): Promise<Uint8Array> {
  const { token } = await vitrine.as('admin');
  const response = await fetch(new URL(call, vitrine.address), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      customer: String(CUSTOMER),
    },
    body: JSON.stringify(body),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.status, response.status === 200 ? '' : strFromU8(bytes)).toBe(200);
  return bytes;
}

test('April cannot be billed before March and the true-ups before it', async () => {
  const { token } = await vitrine.as('admin');
  const early = await vitrine.call('/billing/create', APRIL, {
    headers: { authorization: `Bearer ${token}`, customer: String(CUSTOMER) },
  });
  expect(early).toMatchObject({
    status: 402,
    json: { field: 'month', message: expect.stringMatching(/^2026-01 comes first/) },
  });
  for (const month of [1, 2, 3]) await download('/billing/create', { year: 2026, month });
});

test("April's bill is $302.24, and the statement of B's and D's vendor $18,827.89, in LibreOffice too", async (context) => {
  const bill = await download('/billing/create', APRIL);
  const statements = unzipSync(await download('/billing/vendorall', APRIL));
  const statement = statements['Vitrine statement 2026-04 Example Stones V5.xlsx'];
  const found = await recalculate(context, { bill, statement: statement! });
  for (const [name, total] of [
    ['bill', 302.24],
    ['statement', 18_827.89],
  ] as const)
    expect(found[name]!.findLast(({ sheet }) => sheet === 'Bill' || sheet === 'Statement')).toMatchObject({
      ours: total,
      theirs: total,
    });
});

test('a RETURN_MEMO for B dated 21 April comes late: May carries −$25.60 of adjustments', async (context) => {
  await vitrine.document('RETURN_MEMO', 'B', CUSTOMER, '2026-04-21', 600_000);
  await vitrine.shown();
  const found = await recalculate(context, {
    may: await download('/billing/create', { year: 2026, month: 5 }),
  });
  const adjustments = found['may']!.filter(({ sheet }) => sheet === 'Adjustments');
  expect(adjustments.map(({ theirs }) => theirs)).toEqual([-20, -25.6, 20]);
});
