import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyFeedRun } from './apply-run.ts';
import { discardFeedRun } from './discard-run.ts';
import { takeBackFeedRun } from './take-back-run.ts';
import { csv, line, stock, startFeedWorld, type FeedWorld } from './testing/over-the-wire.ts';
import { feedRunContextOf } from './testing/feed-runs.ts';

const OTHER = { username: 'ada', role: 'administrator' } as const;

/** What a feed cannot do by itself, and who has decided what became of it (rule: Held feeds; rule: Full feeds; rule: Held stones and feeds). */
let world: FeedWorld;
let vitrine: FeedWorld['vitrine'];
let admin: FeedWorld['admin'];
let vendor: FeedWorld['vendor'];
beforeAll(async () => {
  world = await startFeedWorld();
  ({ vitrine, admin, vendor } = world);
});
afterAll(() => world.close());

test('a feed that would withdraw or reprice too much is held, with its numbers, until a person confirms it', async () => {
  const { read, classify, apply, discard, events } = await vendor();
  await read(csv(...stock(10)));
  const short = await classify(csv(...stock(6)));
  expect(short).toMatchObject({
    state: 'HELD',
    holds: [
      {
        reason: 'WITHDRAWALS',
        count: 4,
        of: 10,
        limit: 30,
        message: '4 of 10 available stones are not in the file: more than 30 % would be withdrawn.',
      },
    ],
  });
  const refused = await admin.post(`/api/feed-runs/${short.id}/apply`, {});
  expect([refused.status, refused.json]).toMatchObject([422, { code: 'HELD' }]);
  await discard(short.id);
  expect((await admin.post(`/api/feed-runs/${short.id}/apply`, {})).status).toBe(409);
  expect(await events(10)).toEqual(['StoneListed']);

  const dear = await classify(csv(...stock(10, 6300)));
  expect(dear).toMatchObject({ state: 'HELD', holds: [{ reason: 'PRICES', count: 10, of: 10, limit: 30 }] });
  await apply(dear.id, ['PRICES']);
  expect(await events(10)).toEqual(['StoneListed', 'StoneRepriced']);

  await read(csv(...stock(8, 6300)));
  const week = await classify(csv(...stock(6, 6300)));
  expect(week.holds).toMatchObject([{ reason: 'WITHDRAWALS_OF_A_WEEK', count: 4, of: 10 }]);
});

test('a row that names no stone withdraws nothing, unless a person confirms it; additions withdraw nothing', async () => {
  const { read, classify, apply, events } = await vendor();
  await read(csv(...stock(10)));
  const open = csv(...stock(9), ',1.01,RD,G,VS1,5000,GIA,');
  const run = await classify(open);
  expect(run).toMatchObject({
    state: 'CLASSIFIED',
    holds: [{ reason: 'UNIDENTIFIED_ROWS', count: 1, of: 10 }],
  });
  await apply(run.id);
  expect(await events(10)).toEqual(['StoneListed']);
  const added = await classify(csv(line(11)), 'ADDITIONS');
  expect(added.counts).toMatchObject({ NEW: 1, GONE: 0 });
  await apply(added.id);
  const confirmed = await classify(open);
  await apply(confirmed.id, ['UNIDENTIFIED_ROWS']);
  expect(await events(10)).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('a stone that a customer has is shown and never touched; the first feed after the spell applies', async () => {
  const { read, classify, rows, events, name } = await vendor();
  await read(csv(...stock(10)));
  await vitrine.document('MEMO', name(1), 7);
  await vitrine.document('MEMO', name(2), 7);
  await vitrine.shown();
  const text = csv(line(1, 5500), ...stock(10).slice(2));
  const run = await classify(text);
  expect(run.counts).toMatchObject({ HELD: 2, CHANGED: 0, GONE: 0 });
  expect((await rows(run.id, { class: 'HELD' })).map(({ row, changes }) => [row, changes.length])).toEqual([
    [2, 2],
    [null, 1],
  ]);
  await read(text);
  expect(await events(1)).toEqual(['StoneListed', 'DocumentReceived']);
  await vitrine.document('RETURN_MEMO', name(1), 7);
  await read(text);
  expect((await events(1)).at(-1)).toBe('StoneRepriced');
});

test('a vendor that is marked so has additions only: a file that is sent as a full one withdraws nothing', async () => {
  const { read, classify, apply, events } = await vendor({ additionsOnly: true });
  await read(csv(...stock(10)));
  const run = await classify(csv(line(1)), 'FULL');
  expect(run).toMatchObject({ kind: 'ADDITIONS', counts: { GONE: 0 } });
  await apply(run.id);
  expect(await events(10)).toEqual(['StoneListed']);
});

test('only a feed of the whole stock makes it current again', async () => {
  const read = async ({ classify, apply }: Awaited<ReturnType<typeof vendor>>, text: string, kind = 'FULL') =>
    void (await apply((await classify(text, kind)).id));
  const whole = await vendor();
  const readings = async () =>
    (await whole.vendorEvents()).filter((type) => type === 'VendorFeedRead').length;
  await read(whole, csv(...stock(5)));
  await read(whole, csv(line(6)), 'ADDITIONS');
  // No row of it can be used.
  await read(whole, csv(...stock(6).map((row) => row.replace('RD', 'BLOB'))));
  expect(await readings()).toBe(1);
  await read(whole, csv(...stock(6)));
  expect(await readings()).toBe(2);

  // Of a vendor that has sent no other, additions are all that is known.
  for (const additionsOnly of [true, false]) {
    const adding = await vendor({ additionsOnly });
    for (const number of [1, 2]) await read(adding, csv(line(number)), 'ADDITIONS');
    expect((await adding.vendorEvents()).filter((type) => type === 'VendorFeedRead')).toHaveLength(2);
  }
});

test('a run shows who applied it past which guard, took it back or discarded it', async () => {
  const { read, classify, apply, discard } = await vendor();
  const first = await read(csv(...stock(10)));
  expect(first).toMatchObject({ appliedBy: 'admin', appliedAt: first.decidedAt, confirmed: [] });
  const dear = await classify(csv(...stock(10, 6300)));
  expect(dear).toMatchObject({ appliedBy: null, appliedAt: null, decidedBy: null, decidedAt: null });
  const applied = await apply(dear.id, ['UNIDENTIFIED_ROWS', 'PRICES']);
  expect(applied).toMatchObject({ appliedBy: 'admin', decidedBy: 'admin', confirmed: ['PRICES'] });
  // Applied by a process of the release before this was kept.
  await vitrine.pool.query(`update vitrine.feed_run set applied_by = null where id = any($1)`, [
    [first.id, dear.id],
  ]);
  expect((await admin.get(`/api/feed-runs/${first.id}`)).json).toMatchObject({ appliedBy: 'admin' });
  const runs = feedRunContextOf(vitrine.context);
  await takeBackFeedRun(runs, dear.id, OTHER);
  await expect
    .poll(() => admin.get(`/api/feed-runs/${dear.id}`))
    .toMatchObject({
      json: {
        state: 'TAKEN_BACK',
        appliedBy: 'admin',
        appliedAt: applied.appliedAt,
        confirmed: ['PRICES'],
        decidedBy: 'ada',
      },
    });
  const given = await discard((await classify(csv(...stock(2)))).id);
  expect(given).toMatchObject({ state: 'DISCARDED', decidedBy: 'admin', appliedBy: null });
  expect(given.decidedAt).not.toBeNull();
});

test('a step that its person repeats is answered as it is; of another person it is refused (rule: Repeated commands)', async () => {
  const { read, classify, apply, discard, takeBack } = await vendor();
  const runs = feedRunContextOf(vitrine.context);
  const wrong = { status: 409, code: 'WRONG_STATE' };
  await read(csv(...stock(10)));

  const dear = await classify(csv(...stock(10, 6300)));
  const asked = { confirmed: ['PRICES'] };
  const twice = [1, 2].map(() => admin.post(`/api/feed-runs/${dear.id}/apply`, asked));
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await apply(dear.id, ['PRICES'])).toMatchObject({ state: 'APPLIED' });
  const head = await vitrine.context.events.headPosition();
  expect(await apply(dear.id, ['PRICES'])).toMatchObject({ state: 'APPLIED', done: 10 });
  expect(await vitrine.context.events.headPosition()).toBe(head);
  expect((await admin.post(`/api/feed-runs/${dear.id}/apply`, {})).status).toBe(409);
  await expect(applyFeedRun(runs, dear.id, { actor: OTHER, confirmed: ['PRICES'] })).rejects.toMatchObject(
    wrong,
  );

  await takeBack(dear.id);
  expect(await takeBack(dear.id)).toMatchObject({ state: 'TAKEN_BACK' });
  await expect(takeBackFeedRun(runs, dear.id, OTHER)).rejects.toMatchObject(wrong);
  expect((await admin.post(`/api/feed-runs/${dear.id}/apply`, asked)).status).toBe(409);

  const short = await classify(csv(...stock(6)));
  await discard(short.id);
  expect(await discard(short.id)).toMatchObject({ state: 'DISCARDED' });
  await expect(discardFeedRun(runs, short.id, OTHER)).rejects.toMatchObject(wrong);
});
