import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';

const MONTH = addMonths(monthOf(houseDayOf(new Date().toISOString(), ZONE)), -1);

let vitrine: SmallVitrine;
beforeAll(async () => {
  // No process works runs off: what was asked for stays open.
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
});
afterAll(() => vitrine?.close());

test.each([{ kind: 'BILLS', month: MONTH }, { kind: 'VENDORS', month: MONTH }, { kind: 'VERIFY' }])(
  'asked for many times in parallel a run is one: %j',
  async (body) => {
    const admin = await vitrine.as('admin');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        admin.post('/api/bill-runs', body, { headers: { 'idempotency-key': `${body.kind}-${index}` } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ json }) => (json as { id: string }).id)).size).toBe(1);
    const { rows } = await vitrine.pool.query('select from vitrine.bill_run where kind = $1', [body.kind]);
    expect(rows).toHaveLength(1);
  },
);

test('of two with different overrides one is made and the other refused', async () => {
  const admin = await vitrine.as('admin');
  await vitrine.pool.query('update vitrine.bill_run set finished_at = now()');
  const asked = (value: number) =>
    admin.post('/api/bill-runs', {
      kind: 'BILLS',
      month: MONTH,
      overrides: [{ target: 'TERM', customerId: 7, term: 'feeRate', value, reason: 'agreed' }],
    });
  const answers = await Promise.all([asked(1), asked(2)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)?.json).toMatchObject({ code: 'RUN_UNDER_WAY' });
});
