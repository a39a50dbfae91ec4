import { describe, expect, test } from 'vitest';
import type { StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { asIfRecorded } from './as-if-recorded.ts';
import { decideChangeEventDate, readGivenTime, readNewDate } from './change-event-date.ts';
import { A, B, document, FROZEN, given, intent, listed, ZONE } from './testing/given-parcel.ts';
import { decideRepriceSpell, type RepriceSpell } from './reprice-spell.ts';
import { decideUndoEvent } from './undo-event.ts';

const NOW = '2026-03-10T15:00:00.000Z';

const undo = (parcel: ParcelState, type: Intent, reason?: string): StoneEvent[] =>
  decideUndoEvent(parcel, { parcelName: 'V-1', intent: type, reason }, NOW, ZONE);
const changeDate = (parcel: ParcelState, type: Intent, newDate: string): StoneEvent[] =>
  decideChangeEventDate(parcel, { parcelName: 'V-1', intent: type, newDate }, NOW, ZONE);

const requested = given(listed(), intent('REQUEST', A));
const onMemo = given(listed(), intent('REQUEST', A), document('MEMO', A, '2026-03-03'));
const returned = given(
  listed(),
  intent('REQUEST', A),
  document('MEMO', A, '2026-03-03'),
  intent('RETURN', A),
);

/** The id of the newest entry of a parcel. */
const newest = ({ state }: { state: ParcelState }) => state.entries.at(-1)!.eventId;

test('the last live entry is undone, with its reason', () => {
  requested
    .when(undo, 'REQUEST', ' a slip ')
    .then([
      { type: 'EventUndone', data: { eventId: newest(requested), reason: 'a slip', effectiveAt: NOW } },
    ]);
  returned
    .when(undo, 'RETURN')
    .then([
      { type: 'EventUndone', data: { eventId: newest(returned), reason: undefined, effectiveAt: NOW } },
    ]);
});

test('the date of the last live entry is changed', () => {
  const newDate = '2026-03-04T18:00:00.000Z';
  returned.when(changeDate, 'RETURN', newDate).then([
    {
      type: 'EventDateChanged',
      data: { eventId: newest(returned), reason: undefined, newDate, effectiveAt: NOW },
    },
  ]);
});

test('a date that stands already is refused', () => {
  const { effectiveAt } = foldParcel(requested.state, ZONE).entries.at(-1)!;
  requested.when(changeDate, 'REQUEST', effectiveAt).thenRefused({ status: 402, code: 'DATE_UNCHANGED' });
});

test('a new date counts, also where the clock of an earlier one was ahead', () => {
  // Given a request that was dated by a process whose clock is a day ahead.
  const eventId = newest(requested);
  const dated = (newDate: string): StoneEvent => ({
    type: 'EventDateChanged',
    data: { eventId, newDate, reason: undefined, effectiveAt: NOW },
  });
  const parcel = given(listed(), intent('REQUEST', A), dated('2026-03-02T11:00:00.000Z'));
  const now = '2026-03-02T15:00:00.000Z';
  for (const newDate of ['2026-03-02T10:00:00.000Z', '2026-03-02T14:00:00.000Z']) {
    // When it is dated once more, then that is its date.
    const named = { parcelName: 'V-1', intent: 'REQUEST' as const, newDate };
    const [event] = decideChangeEventDate(parcel.state, named, now, ZONE);
    const after = asIfRecorded(parcel.state, event!);
    expect(foldParcel(after, ZONE).entries).toMatchObject([{ effectiveAt: newDate }]);
  }
});

test('a correction names the last live entry by its type', () => {
  const notLatest = {
    status: 402,
    code: 'NOT_LATEST',
    field: 'action',
    message: 'is a RETURN, not a REQUEST',
  };
  returned.when(undo, 'REQUEST').thenRefused(notLatest);
  returned.when(changeDate, 'REQUEST', '2026-03-02T13:00:00.000Z').thenRefused(notLatest);
});

test('a correction of the entry that was shown is not of a later one of its type', () => {
  const shown = newest(requested);
  const again = given(
    listed(),
    intent('REQUEST', A),
    { type: 'EventUndone', data: { eventId: shown, reason: undefined, effectiveAt: NOW } },
    intent('REQUEST', B),
  );
  const newDate = '2026-03-06T13:00:00.000Z';
  const undoShown = (parcel: ParcelState, eventId: string) =>
    decideUndoEvent(parcel, { parcelName: 'V-1', intent: 'REQUEST', eventId }, NOW, ZONE);
  const moveShown = (parcel: ParcelState, eventId: string) =>
    decideChangeEventDate(parcel, { parcelName: 'V-1', intent: 'REQUEST', eventId, newDate }, NOW, ZONE);
  for (const correct of [undoShown, moveShown]) {
    again.when(correct, shown).thenRefused({
      status: 402,
      code: 'NOT_LATEST',
      field: 'eventId',
      message: 'The last history entry is now another REQUEST. Reload the stone.',
    });
    expect(correct(again.state, newest(again))).toMatchObject([{ data: { eventId: newest(again) } }]);
  }
});

test('a document cannot be corrected, nor a parcel without entries', () => {
  for (const parcel of [onMemo, given(listed())]) {
    parcel.when(undo, 'REQUEST').thenRefused({ status: 402, code: 'NOT_CORRECTABLE', field: 'parcelName' });
    parcel
      .when(changeDate, 'REQUEST', '2026-03-02T13:00:00.000Z')
      .thenRefused({ status: 402, code: 'NOT_CORRECTABLE', field: 'parcelName' });
  }
});

test('an unlisted parcel is not found', () => {
  given()
    .when(undo, 'REQUEST')
    .thenRefused({ status: 402, field: 'parcelName', message: 'Stone not found.' });
});

test('the new date lies after all entries before, the latest of which is named, and not in the future', () => {
  returned
    .when(changeDate, 'RETURN', '2026-03-10T15:00:00.001Z')
    .thenRefused({ status: 402, code: 'DATE_IN_FUTURE', field: 'newDate' });
  expect(changeDate(returned.state, 'RETURN', NOW)).toMatchObject([{ data: { newDate: NOW } }]);
  returned.when(changeDate, 'RETURN', '2026-03-02T12:00:00.000Z').thenRefused({
    status: 402,
    code: 'DATE_BEFORE_EARLIER_ENTRY',
    field: 'newDate',
    message: 'later than the MEMO of 2026-03-03',
  });
  given(listed(), intent('REQUEST', A), intent('RETURN', A))
    .when(changeDate, 'RETURN', '2026-03-02T12:00:00.000Z')
    .thenRefused({ status: 402, code: 'DATE_BEFORE_EARLIER_ENTRY', message: 'later than the REQUEST of' });
});

test('the new date leaves it the last entry, of the memo that it is of, beside documents of the same day', () => {
  // Given a memo that is renewed on 5 March, and a return of the new one on 6 March.
  const renewed = [
    listed(),
    document('MEMO', A, '2026-03-02'),
    document('RETURN_MEMO', A, '2026-03-05'),
    document('MEMO', A, '2026-03-05', 'renewed'),
  ];
  for (const type of ['RETURN', 'SOLD'] as const) {
    const parcel = given(...renewed, intent(type, A, '2026-03-06T15:00:00.000Z'));
    // When it is dated to the day of the renewal, then it would be of the former memo, which is given back.
    parcel.when(changeDate, type, '2026-03-05T15:00:00.000Z').thenRefused({
      status: 402,
      code: 'DATE_BEFORE_EARLIER_ENTRY',
      field: 'newDate',
      message: 'later than the MEMO of 2026-03-05',
    });
    const newDate = '2026-03-06T12:00:00.000Z';
    expect(changeDate(parcel.state, type, newDate)).toMatchObject([{ data: { newDate } }]);
  }
});

test('a new date without an offset is in the time zone of the house', () => {
  expect(readNewDate('2026-04-16T10:30', ZONE)).toBe('2026-04-16T14:30:00.000Z');
});

test('a day without a time is no new date; elsewhere it is its midnight in the house', () => {
  for (const day of ['2026-04-16', ' 2026-04-16 '])
    expect(() => readNewDate(day, ZONE)).toThrow('Not a valid date.');
  expect(readGivenTime('2026-04-16', ZONE, 'effectiveAt')).toBe('2026-04-16T04:00:00.000Z');
});

test('a day that does not exist is not a valid date', () => {
  expect(() => readNewDate('2026-02-30T10:30', ZONE)).toThrow('Not a valid date.');
  // Months of billing would begin in that year.
  expect(() => readNewDate('0202-04-16T10:30', ZONE)).toThrow('Not a valid date.');
});

describe('a spell is repriced', () => {
  const PRICES = { customerPriceCents: 930_000, listPriceCents: 950_000, costCents: 850_000 };
  const reprice = (parcel: ParcelState, more: Partial<RepriceSpell> = {}): StoneEvent[] => [
    decideRepriceSpell(
      parcel,
      { parcelName: 'V-1', customerId: A, ...PRICES, reason: ' a feather ', ...more },
      NOW,
      ZONE,
    ),
  ];

  test('from now on, with its reason', () => {
    onMemo.when(reprice).then([
      {
        type: 'SpellRepriced',
        data: { customerId: A, ...PRICES, reason: 'a feather', effectiveAt: NOW },
      },
    ]);
  });

  test('from an earlier time at which the customer held it', () => {
    const effectiveAt = '2026-03-05T15:00:00.000Z';
    onMemo.when(reprice, { effectiveAt }).then([
      {
        type: 'SpellRepriced',
        data: { customerId: A, ...PRICES, reason: 'a feather', effectiveAt },
      },
    ]);
    onMemo
      .when(reprice, { effectiveAt: '2026-03-01T15:00:00.000Z' })
      .thenRefused({ status: 402, code: 'NOT_HELD', field: 'customerId' });
  });

  test('at prices that it has had for some days, from an earlier day on, and from no later one', () => {
    const since = (effectiveAt: string) => ({ effectiveAt });
    const repriced = given(
      listed(),
      intent('REQUEST', A),
      document('MEMO', A, '2026-03-03'),
      ...reprice(onMemo.state, since('2026-03-08T15:00:00.000Z')),
    );
    expect(reprice(repriced.state, since('2026-03-05T15:00:00.000Z'))).toHaveLength(1);
    repriced
      .when(reprice, since('2026-03-09T15:00:00.000Z'))
      .thenRefused({ status: 402, code: 'NOTHING_CHANGES' });
  });

  test('of the one who holds it, for a reason, not in the future, and only when something changes', () => {
    onMemo.when(reprice, { customerId: B }).thenRefused({ status: 402, code: 'NOT_HELD' });
    given(listed()).when(reprice).thenRefused({ status: 402, code: 'NOT_HELD' });
    given().when(reprice).thenRefused({ status: 402, field: 'parcelName' });
    onMemo.when(reprice, { reason: ' ' }).thenRefused({ status: 402, code: 'NO_REASON', field: 'remarks' });
    onMemo
      .when(reprice, { effectiveAt: '2026-03-10T15:00:00.001Z' })
      .thenRefused({ status: 402, code: 'DATE_IN_FUTURE', field: 'effectiveAt' });
    const { customerPriceCents, listPriceCents, costCents } = FROZEN;
    onMemo
      .when(reprice, { customerPriceCents, listPriceCents, costCents })
      .thenRefused({ status: 402, code: 'NOTHING_CHANGES' });
  });
});

describe('corrections of what was repriced', () => {
  const REPRICED = '2026-03-05T15:00:00.000Z';
  const repricing: StoneEvent = {
    type: 'SpellRepriced',
    data: {
      customerId: A,
      customerPriceCents: 930_000,
      listPriceCents: 950_000,
      costCents: 850_000,
      reason: 'a feather',
      effectiveAt: REPRICED,
    },
  };
  const idsOf = (events: StoneEvent[]) =>
    events.map((event) => (event.type === 'EventUndone' ? event.data.eventId : event.type));

  test('the undo of a request takes the repricings of its spell back with it', () => {
    const parcel = given(listed(), intent('REQUEST', A), repricing);
    const [request, price] = parcel.state.entries.map(({ eventId }) => eventId);
    expect(idsOf(undo(parcel.state, 'REQUEST', 'a slip'))).toEqual([request, price]);
    const after = foldParcel(undo(parcel.state, 'REQUEST').reduce(asIfRecorded, parcel.state), ZONE);
    expect(after).toMatchObject({ status: 'AVAILABLE', entries: [], spells: [], anomalies: [] });
  });

  test('so it does where a repricing of that day could be of the spell that a bare-dated return memo closed', () => {
    // Given a spell that is closed on 5 March, and a request of that day, repriced an hour later.
    const parcel = given(
      listed(),
      document('MEMO', A, '2026-03-02'),
      intent('RETURN', A),
      document('RETURN_MEMO', A, '2026-03-05'),
      intent('REQUEST', A, '2026-03-05T14:00:00.000Z'),
      repricing,
    );
    const [request, price] = parcel.state.entries.slice(-2).map(({ eventId }) => eventId);
    // When the request is undone, then its repricing goes with it, and the closed spell keeps its price.
    const undoing = undo(parcel.state, 'REQUEST');
    expect(idsOf(undoing)).toEqual([request, price]);
    const after = foldParcel(undoing.reduce(asIfRecorded, parcel.state), ZONE);
    expect(after).toMatchObject({ status: 'AVAILABLE', spells: [{ frozen: FROZEN }], anomalies: [] });
  });

  test('the undo of a return or a sale leaves the repricing of a spell that goes on', () => {
    const parcel = given(
      listed(),
      intent('REQUEST', A),
      document('MEMO', A, '2026-03-03'),
      intent('RETURN', A),
      repricing,
    );
    const return_ = parcel.state.entries.find(({ type }) => type === 'RETURN')!.eventId;
    expect(idsOf(undo(parcel.state, 'RETURN'))).toEqual([return_]);
  });

  test('the undo of a request leaves alone the repricing of a spell that had ended before', () => {
    // Given a spell that a return memo of 4 March turned out to have closed, and a request of another day.
    const parcel = given(
      listed(),
      document('MEMO', A, '2026-03-02'),
      document('RETURN_MEMO', A, '2026-03-04'),
      repricing,
      intent('REQUEST', A, '2026-03-06T15:00:00.000Z'),
    );
    expect(idsOf(undo(parcel.state, 'REQUEST'))).toEqual([newest(parcel)]);
  });

  test('a return may be re-dated past the repricing of its spell', () => {
    const parcel = given(
      listed(),
      intent('REQUEST', A),
      document('MEMO', A, '2026-03-03'),
      intent('RETURN', A),
      repricing,
    );
    const newDate = '2026-03-06T15:00:00.000Z';
    expect(changeDate(parcel.state, 'RETURN', newDate)).toMatchObject([{ data: { newDate } }]);
  });

  test('a request may be re-dated up to its repricing, and no later', () => {
    const parcel = given(listed(), intent('REQUEST', A), repricing);
    parcel.when(changeDate, 'REQUEST', '2026-03-05T15:00:00.001Z').thenRefused({
      status: 402,
      code: 'DATE_AFTER_REPRICING',
      field: 'newDate',
      message:
        'The spell was repriced on Mar 5, 2026 10:00 AM: the new date must not be later. Undo the request',
    });
    for (const newDate of ['2026-03-01T15:00:00.000Z', REPRICED])
      expect(changeDate(parcel.state, 'REQUEST', newDate)).toMatchObject([{ data: { newDate } }]);
    // Nor one that was repriced in the moment of the request.
    given(listed(), intent('REQUEST', A, REPRICED), repricing)
      .when(changeDate, 'REQUEST', '2026-03-06T15:00:00.000Z')
      .thenRefused({ status: 402, code: 'DATE_AFTER_REPRICING' });
  });
});
