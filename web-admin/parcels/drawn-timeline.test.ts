import { expect, test } from 'vitest';
import type { TimelineEntry } from '#contracts/api/history.ts';
import { madeTimeline } from '../testing/made-audit.ts';
import { drawnTimeline } from './drawn-timeline.ts';

test('a moment has a column of its own, what happened and what was learnt over the same ones', () => {
  const { columns, was, known } = drawnTimeline(madeTimeline());
  expect(columns.map(({ at }) => at.slice(0, 10))).toEqual([
    '2026-01-05',
    '2026-04-10',
    '2026-04-11',
    '2026-04-18',
    '2026-04-20',
    '2026-04-21',
  ]);
  expect(was.marks.map(({ name, column }) => [name, column])).toEqual([
    ['Memo', 1],
    ['Sold', 3],
  ]);
  expect(known.marks.map(({ name, column }) => [name, column])).toEqual([
    ['Listed', 0],
    ['Memo', 2],
    ['Sold', 4],
    ['Date changed', 5],
  ]);
});

test('each lane has its own stretches: learnt late, a status is known late', () => {
  const { was, known } = drawnTimeline(madeTimeline());
  expect(was.bars).toEqual([
    { from: 0, to: 1, status: 'AVAILABLE' },
    { from: 1, to: 3, status: 'CUSTOMER' },
    { from: 3, to: 6, status: 'SOLD' },
  ]);
  expect(known.bars).toEqual([
    { from: 0, to: 2, status: 'AVAILABLE' },
    { from: 2, to: 4, status: 'CUSTOMER' },
    { from: 4, to: 6, status: 'SOLD' },
  ]);
});

test('lines lead to when it was learnt, and from a correction to what it corrected', () => {
  expect(drawnTimeline(madeTimeline()).links).toEqual([
    { id: 'memo', was: 1, known: 2, kind: 'learnt' },
    { id: 'sold', was: 3, known: 4, kind: 'learnt' },
    { id: 'change', was: 3, known: 5, kind: 'corrects' },
  ]);
});

test('what happens within a minute is one moment; those that share it stand over one another', () => {
  const timeline = madeTimeline();
  const [listed, ...rest] = timeline.steps;
  const soon = {
    ...listed!,
    id: 'soon',
    position: '11',
    type: 'StoneWithdrawn',
    recordedAt: '2026-01-05T15:00:20.000Z',
  };
  const { columns, known } = drawnTimeline({ ...timeline, steps: [listed!, soon, ...rest] });
  expect(columns.length).toBe(6);
  expect(known.marks.slice(0, 2).map(({ column, row }) => [column, row])).toEqual([
    [0, 0],
    [0, 1],
  ]);
});

/** The made timeline, with a request before its memo, which is of that day. */
function requestedAndSentOn(day: string, requestedAt: string): ReturnType<typeof madeTimeline> {
  const timeline = madeTimeline();
  const [memo, sold] = timeline.entries;
  const request: TimelineEntry = {
    ...sold!,
    eventId: 'requested',
    type: 'REQUEST',
    effectiveAt: requestedAt,
    statusAfter: 'REQUESTED',
  };
  return { ...timeline, entries: [request, { ...memo!, effectiveAt: day }, sold!] };
}

test('the memo of a day stands after the request of that afternoon, which it answers', () => {
  // 3 pm in New York.
  const { was } = drawnTimeline(requestedAndSentOn('2026-04-10', '2026-04-10T19:00:00.000Z'));
  expect(was.marks.map(({ name, column }) => [name, column])).toEqual([
    ['Request', 1],
    ['Memo', 2],
    ['Sold', 4],
  ]);
  expect(was.bars).toEqual([
    { from: 0, to: 1, status: 'AVAILABLE' },
    { from: 1, to: 2, status: 'REQUESTED' },
    { from: 2, to: 4, status: 'CUSTOMER' },
    { from: 4, to: 7, status: 'SOLD' },
  ]);
});

test('the day of a document is a day of the house', () => {
  // Noon there is 16:00 in UTC; the request is of 11:30 am.
  const { was } = drawnTimeline(requestedAndSentOn('2026-04-10', '2026-04-10T15:30:00.000Z'));
  expect(was.marks.map(({ column }) => column)).toEqual([1, 2, 4]);
});

test('the memo of a day stands before the sale of that morning, whose time is exact', () => {
  const { entries, steps, ...timeline } = madeTimeline();
  const [memo, sold] = entries;
  // Sold at 9 am in New York, which was known at 10 am.
  const { columns, was } = drawnTimeline({
    ...timeline,
    entries: [
      { ...memo!, effectiveAt: '2026-04-10' },
      { ...sold!, effectiveAt: '2026-04-10T13:00:00.000Z' },
    ],
    steps: steps.map((step) =>
      step.id === 'sold' ? { ...step, recordedAt: '2026-04-10T14:00:00.000Z' } : step,
    ),
  });
  expect(columns.slice(0, 4).map(({ at }) => at)).toEqual([
    '2026-01-05T15:00:00.000Z',
    '2026-04-10',
    '2026-04-10T13:00:00.000Z',
    '2026-04-10T14:00:00.000Z',
  ]);
  expect(was.marks.map(({ name, column }) => [name, column])).toEqual([
    ['Memo', 1],
    ['Sold', 2],
  ]);
});

test('the memo of a day stands between what has times before and after it, however close they are', () => {
  const { entries, ...timeline } = requestedAndSentOn('2026-04-10', '2026-04-10T12:59:00.000Z');
  const [request, memo, sold] = entries;
  const morning = { ...sold!, effectiveAt: '2026-04-10T13:01:00.000Z' };
  const { was } = drawnTimeline({ ...timeline, entries: [request!, memo!, morning] });
  expect(was.marks.map(({ name, column }) => [name, column])).toEqual([
    ['Request', 1],
    ['Memo', 1],
    ['Sold', 2],
  ]);
});

test('an entry that does not stand moves no other', () => {
  const { entries, ...timeline } = requestedAndSentOn('2026-04-10', '2026-04-10T19:00:00.000Z');
  const [request, ...others] = entries;
  const undone: TimelineEntry = { ...request!, state: 'UNDONE', statusAfter: undefined };
  const { was } = drawnTimeline({ ...timeline, entries: [undone, ...others] });
  expect(was.marks.map(({ name, column }) => [name, column])).toEqual([
    ['Request', 2],
    ['Memo', 1],
    ['Sold', 4],
  ]);
});

test('a cut stands after the last that was known; later knowledge is hollow', () => {
  const cut = { position: '20', recordedAt: '2026-04-11T14:00:00.000Z' };
  const drawn = drawnTimeline(madeTimeline({ newest: false, cut }));
  expect(drawn.cut).toBe(2);
  expect(drawn.known.marks.map(({ live }) => live)).toEqual([true, true, false, false]);
  expect(drawnTimeline(madeTimeline()).cut).toBeNull();
  expect(drawnTimeline(madeTimeline({ newest: false, cut: null })).cut).toBe(-1);
});

test('a parcel of which nothing is recorded draws nothing', () => {
  expect(drawnTimeline(madeTimeline({ entries: [], steps: [] }))).toMatchObject({ columns: [], links: [] });
});
