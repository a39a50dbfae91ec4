import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { customerCommands } from '#services/customers/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { addMonths, monthOf, monthsBetween } from '#contracts/vocabulary/months.ts';

/**
 * The documents of bills killed midway: every bill has its workbook and its PDF in the end, once, under a number without a
 * gap (rule: Document numbers).
 */

const CUSTOMERS = [7, 8, 9];
const MONTHS = 12;
const BILLS = CUSTOMERS.length * MONTHS;
const KILLS = 2;
const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
const LAST = addMonths(monthOf(houseDayOf(new Date().toISOString(), ZONE)), -1);
const FIRST = addMonths(LAST, 1 - MONTHS);

let vitrine: SmallVitrine;
let dataFolder = '';
const running: RunningProcess[] = [];

function startReactors(): RunningProcess {
  const program = startProgram('services/main.ts', [], {
    DATABASE_URL: vitrine.databaseUrl,
    EVENTSTORE_URL: vitrine.store.connectionString,
    VITRINE_ROLES: 'reactors',
    VITRINE_DATA: dataFolder,
    VITRINE_TIME_ZONE: ZONE,
    VITRINE_LOG_LEVEL: 'warn',
  });
  running.push(program);
  return program;
}

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-documents-'));
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections', VITRINE_DATA: dataFolder });
  await inParallel(CUSTOMERS, 3, async (customerId) => {
    const command = { commandId: randomUUID(), actor: ADMINISTRATOR };
    const changes = { feeRatePpm: 10_000 };
    await customerCommands.changeTerms(vitrine.context, command, customerId, {
      changes,
      effectiveAt: '2020-01-01',
    });
    await vitrine.listStone(`K-${customerId}`);
    await vitrine.document('MEMO', `K-${customerId}`, customerId, `${FIRST}-03`);
  });
  await vitrine.shown();
  const admin = await vitrine.as('admin');
  // By the back office's call, which leaves the documents to the reactor.
  for (const month of monthsBetween(FIRST, LAST)) {
    for (const customerId of CUSTOMERS) {
      const reply = await admin.post('/api/bills', { customerId, month });
      expect(reply.status, reply.text).toBe(200);
    }
  }
});

afterAll(async () => {
  await Promise.all(running.map((program) => program.destroy()));
  await vitrine?.close();
  await rm(dataFolder, { recursive: true, force: true });
});

type NumberRow = { year: number; number: number; bill: string };
const numbers = async (): Promise<NumberRow[]> =>
  (
    await sql<NumberRow>`
      select year, number, bill_event_id as bill from vitrine.document_number order by year, number`.execute(
      vitrine.context.db,
    )
  ).rows;
const ofBill = (rows: readonly NumberRow[], bill: string) => rows.filter((row) => row.bill === bill);

type Kept = { billId: string; version: number; active: boolean; name: string; key: string; hash: string };
const kept = async (): Promise<Kept[]> =>
  (
    await sql<Kept>`
      select bill_id as "billId", version, active, file_name as name, file_key as key, content_hash as hash
      from vitrine.invoice`.execute(vitrine.context.db)
  ).rows;
async function keptAtLeast(count: number): Promise<Kept[]> {
  const deadline = performance.now() + 150_000;
  for (;;) {
    const rows = await kept();
    if (rows.length >= count || performance.now() > deadline) return rows;
    await sleep(5);
  }
}

/** What was numbered and not drawn when the process was killed. */
let numbered: NumberRow[] = [];

test('kill -9 between the number of a document and the document: it has that number in the end', async () => {
  const holding = await vitrine.pool.connect();
  try {
    // Nothing can be kept, so that what is numbered is not drawn.
    for (const customerId of CUSTOMERS)
      await holding.query("select pg_advisory_lock(hashtext('vitrine.invoice'), $1)", [customerId]);
    const program = startReactors();
    await expect.poll(numbers, { timeout: 60_000, interval: 5 }).not.toEqual([]);
    program.signal('SIGKILL');
    await program.ended();
  } finally {
    await holding.query('select pg_advisory_unlock_all()');
    holding.release();
  }
  numbered = await numbers();
  expect(await kept()).toEqual([]);
});

test('kill -9 in the middle: every bill has one workbook and one PDF, whole', async () => {
  expect(await kept()).toEqual([]);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const program = startReactors();
    // An odd number: the PDF of a bill whose workbook is kept already.
    await keptAtLeast(kill * 15);
    program.signal('SIGKILL');
    await program.ended();
    expect((await kept()).length).toBeLessThan(2 * BILLS);
  }
  startReactors();
  const rows = await keptAtLeast(2 * BILLS);
  expect(rows).toHaveLength(2 * BILLS);
  expect(rows.filter(({ version, active }) => version !== 1 || !active)).toEqual([]);
  const kinds = rows.map(({ billId, name }) => `${billId} ${path.extname(name)}`);
  expect(new Set(kinds).size).toBe(2 * BILLS);
  // Without a gap, each bill once, and those as they were numbered before the first kill.
  const given = await numbers();
  expect(given).toHaveLength(BILLS);
  expect(new Set(given.map(({ bill }) => bill)).size).toBe(BILLS);
  for (const [index, { year, number }] of given.entries())
    expect(number).toBe(given[index - 1]?.year === year ? given[index - 1]!.number + 1 : 1);
  expect(numbered).not.toEqual([]);
  for (const row of numbered) expect(ofBill(given, row.bill)).toEqual([row]);
  for (const { key, hash, billId, name } of rows) {
    const bytes = await readFile(path.join(dataFolder, 'files', key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    if (!name.endsWith('.pdf')) continue;
    const [{ year, number } = { year: 0, number: 0 }] = ofBill(given, billId);
    expect(readPdf(bytes).text).toContain(`${year}-${String(number).padStart(5, '0')}`);
  }
});
