import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { startProgram } from '#tests/support/programs.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { addMonths, monthName, monthOf } from '#contracts/vocabulary/months.ts';

/** `npm run billing -- replay`: bills straight from the event log, compared with the read models. */

const MONTH = addMonths(monthOf(houseDayOf(new Date().toISOString(), ZONE)), -1);

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.listStone('R-1');
  await vitrine.document('MEMO', 'R-1', 7, `${MONTH}-01`);
  await vitrine.shown();
});
afterAll(() => vitrine?.close());

async function replay(...args: string[]): Promise<{ code: unknown; output: string }> {
  const running = startProgram('services/billing/replay/cli.ts', args, {
    DATABASE_URL: vitrine.databaseUrl,
    EVENTSTORE_URL: vitrine.store.connectionString,
  });
  return { code: await running.ended(), output: running.output() };
}

test('tells the bill and that the read models give the same', async () => {
  const { code, output } = await replay('replay', '--month', MONTH, '--customer', '7', '--zero-lines');
  expect(output).toMatch(/Alder.*, due /);
  expect(output).toMatch(/fee R-1: \d+ of \d+ days at /);
  expect(output).not.toMatch(/FEE:|VITRINE\//);
  // Without a fee rate the line comes to nothing: it is left out unless it is asked for.
  expect((await replay('replay', '--month', MONTH, '--customer', '7')).output).not.toContain('fee R-1');
  expect(output).toContain('The read models give the same bill.');
  expect(code).toBe(0);
});

test('explains what came since a position; as known before it the bill is empty', async () => {
  const before = String((await vitrine.listStone('R-2')) - 1n);
  await vitrine.document('MEMO', 'R-2', 7, `${MONTH}-05`);
  await vitrine.shown();
  const { code, output } = await replay(
    ...['replay', '--month', MONTH, '--customer', '7', '--explain', '--from', before],
  );
  expect(output).toMatch(/MEMO of R-2 dated \d{4}-\d{2}-05, by /);
  expect(code).toBe(0);
  const then = await replay('replay', '--month', MONTH, '--customer', '7', '--known-at', before);
  expect(then.output).not.toContain('R-2');
  expect(then.output).toContain('The read models give the same bill.');
});

test('a day as the cut is its end by the house’s clock, as in the calls', async () => {
  const today = houseDayOf(new Date().toISOString(), ZONE);
  const of = ['replay', '--month', MONTH, '--customer', '7', '--explain'];
  const { code, output } = await replay(...of, '--known-at', today, '--from', addDays(today, -1));
  expect(output).toMatch(/Alder.*, due /);
  expect(output).toMatch(/MEMO of R-1 dated /);
  expect(code).toBe(0);
});

test('at its own cut an issued bill is printed as it was issued, with its due date', async () => {
  const admin = await vitrine.as('admin');
  const { json } = await admin.post('/api/bills', { customerId: 7, month: MONTH });
  const { bill } = json as { bill: { cut: { position: string; recordedAt: string }; dueDate: string } };
  await vitrine.shown();
  const { output } = await replay(
    ...['replay', '--month', MONTH, '--customer', '7', '--known-at', bill.cut.position],
  );
  expect(output).toContain(`(${bill.cut.recordedAt}), due ${bill.dueDate}`);
  expect(output).toContain('The read models give the same bill.');
  const now = await replay('replay', '--month', MONTH, '--customer', '7');
  expect(now.output).toMatch(/Version 1. Issued (\S+), as known now \1: nothing has changed\.\n/);
});

test('a month before billing begins is no bill (rule: Billing begins on)', async () => {
  const admin = await vitrine.as('admin');
  const month = addMonths(MONTH, 1);
  const opening = { month, balance: 0, reason: 'the house moves in' };
  await admin.post('/api/customers/8/billing-begins', opening, { method: 'PUT' });
  await vitrine.shown();
  const all = await replay('replay', '--month', MONTH);
  expect(all.output).toContain(`Birch Jewelers: billing begins with ${monthName(month)}`);
  expect(all.output).toMatch(/Alder.*, due /);
  const { code, output } = await replay('replay', '--month', MONTH, '--customer', '8', '--explain');
  expect(output).toContain(`Birch Jewelers: billing begins with ${monthName(month)}`);
  expect(output).not.toMatch(/, due |not billed yet/);
  expect(code).toBe(0);
});

test.each([
  [['replay'], '--month must be like 2026-10'],
  [['replay', '--month', MONTH, '--customer', 'Alder'], '--customer must be a customer'],
  [['replay', '--month', MONTH, '--customer', '4711'], 'There is no customer 4711'],
  [
    ['replay', '--month', MONTH, '--known-at', 'yesterday'],
    '--known-at must be a log position, the id of an event, a day such as 2026-05-05 or a time',
  ],
  [
    ['replay', '--month', MONTH, '--explain', '--from', '2026-02-30'],
    '--from must be a log position, the id of an event, a day such as 2026-05-05 or a time',
  ],
  [['replay', '--month', MONTH, '--from', '5'], '--from says since when --explain explains'],
  [
    ['replay', '--month', MONTH, '--explain', '--from', '12', '--known-at', '1'],
    'must not lie after --known-at',
  ],
  [
    ['replay', '--month', MONTH, '--known-at', '99999999'],
    '--known-at is 99999999, which lies beyond the end of the log (',
  ],
  [
    ['replay', '--month', MONTH, '--explain', '--from', '99999999'],
    '--from is 99999999, which lies beyond the end of the log (',
  ],
  [['bill'], 'npm run billing -- replay'],
])('%j is refused in a line', async (args, message) => {
  const { code, output } = await replay(...args);
  expect(output).toContain(message);
  expect(output).not.toContain('    at ');
  expect(code).toBe(1);
});
