import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerStream } from '#contracts/events/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import { parseFact } from '#services/platform/commands/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { numbersOfBills } from '../finance/document-numbers.ts';
import { billDocumentsReactor } from './bill-documents-reactor.ts';

/** What is drawn of a bill that is made again before its documents are (rule: Document numbers). */

const LAST = addMonths(monthOf(houseDayOf(new Date().toISOString(), ZONE)), -1);

let vitrine: SmallVitrine;
let dataFolder = '';
/** Nothing draws documents by itself. */
beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-replaced-'));
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections', VITRINE_DATA: dataFolder });
  for (const customerId of [7, 8, 9]) {
    await vitrine.listStone(`R-${customerId}`);
    await vitrine.document('MEMO', `R-${customerId}`, customerId, `${LAST}-05`);
  }
  await vitrine.shown();
});
afterAll(async () => {
  await vitrine?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

async function replace(customerId: number): Promise<void> {
  const admin = await vitrine.as('admin');
  await vitrine.document('RETURN_MEMO', `R-${customerId}`, customerId, `${LAST}-20`);
  await vitrine.shown();
  const { json } = await admin.post('/api/bills', { customerId, month: LAST, replaces: 1 });
  expect(json).toMatchObject({ outcome: 'REPLACED' });
  await vitrine.shown();
}

/** Draws every version of the customer's bill, or one alone. */
async function draw(customerId: number, version?: number): Promise<void> {
  const { db, events, clock } = vitrine.context;
  const reactor = billDocumentsReactor({
    db,
    events,
    clock,
    zone: ZONE,
    files: openFileStore({ filesUrl: undefined, dataFolder }),
    shapeName: () => Promise.resolve(String),
  });
  for await (const event of events.readStream(customerStream(customerId))) {
    const fact = parseFact(event);
    if (fact.type !== 'BillCreated' || (version ?? fact.data.version) !== fact.data.version) continue;
    await reactor.react(event, new AbortController().signal);
  }
}

const kept = async (customerId: number): Promise<[string, boolean][]> =>
  (
    await sql<{ name: string; active: boolean }>`
      select file_name as name, active from vitrine.invoice where customer_id = ${customerId}
      order by invoice_id`.execute(vitrine.context.db)
  ).rows.map(({ name, active }) => [name.replace(/^Vitrine (credit note|bill).*\.(\w+)$/, '$1 $2'), active]);

test('what has a number by then is drawn, so that the credit note takes a document back', async () => {
  const admin = await vitrine.as('admin');
  for (const customerId of [7, 8])
    expect((await admin.post('/api/bills', { customerId, month: LAST })).status).toBe(200);
  await vitrine.shown();
  expect((await admin.get(`/api/journal?from=${LAST}&to=${LAST}&format=csv`)).status).toBe(200);
  await replace(7);
  await draw(7);
  expect(await kept(7)).toEqual([
    ['bill xlsx', false],
    ['bill pdf', false],
    ['bill xlsx', true],
    ['credit note pdf', true],
    ['bill pdf', true],
  ]);
});

test('drawn only after the version that replaced it, though issued at one time with it, it is not the current one', async () => {
  // Given both versions issued while the clock was ahead, and only the documents of the second.
  const { db } = vitrine.context;
  const first = (await billOfMonth(db, 7, LAST, 1))!;
  await sql`delete from vitrine.invoice where bill_id = ${first.eventId}`.execute(db);
  await sql`update vitrine.invoice set uploaded_at = ${first.issuedAt} where customer_id = 7`.execute(db);
  await draw(7);
  expect(await kept(7)).toEqual([
    ['bill xlsx', true],
    ['credit note pdf', true],
    ['bill pdf', true],
    ['bill xlsx', false],
    ['bill pdf', false],
  ]);
});

test('what has none is passed over: there is nothing to take back', async () => {
  await sql`delete from vitrine.document_number where customer_id = 8`.execute(vitrine.context.db);
  await replace(8);
  await draw(8);
  expect(await kept(8)).toEqual([
    ['bill xlsx', true],
    ['bill pdf', true],
  ]);
});

test('what was passed over gets no number after the version that replaced it, from the journal neither', async () => {
  const { db } = vitrine.context;
  const first = (await billOfMonth(db, 8, LAST, 1))!;
  expect([...(await numbersOfBills(db, [first], ZONE))]).toEqual([]);
});

test('what the journal numbers only after it was passed over is drawn before the credit note that takes it back', async () => {
  // Given a journal that read the first version, and gives it its number after the reactor has passed it over.
  const { db } = vitrine.context;
  const admin = await vitrine.as('admin');
  expect((await admin.post('/api/bills', { customerId: 9, month: LAST })).status).toBe(200);
  await vitrine.shown();
  const first = (await billOfMonth(db, 9, LAST))!;
  await replace(9);
  await draw(9, 1);
  expect(await kept(9)).toEqual([]);
  await numbersOfBills(db, [first], ZONE);
  // When the second version is drawn.
  await draw(9, 2);
  // Then the first is there, and not the current one.
  expect(await kept(9)).toEqual([
    ['bill xlsx', false],
    ['bill pdf', false],
    ['bill xlsx', true],
    ['credit note pdf', true],
    ['bill pdf', true],
  ]);
});
