import { describe, expect, it } from 'vitest';
import {
  at,
  changeDate,
  day,
  given,
  giveBack,
  invoice,
  listPrice,
  memo,
  repriced,
  request,
  returnMemo,
  sold,
  undo,
} from './given.ts';

/** One parcel in time (rule: House day; rule: Order within a day; rule: Corrections). */

describe('house days', () => {
  it('a day ends at the first instant of the next local date', () => {
    expect([1, 2].map(given(request('A', at(1, '23:59'))).endOf)).toEqual(['A REQUESTED', 'A REQUESTED']);
    expect([1, 2].map(given(request('A', at(2, '00:00'))).endOf)).toEqual(['no one', 'A REQUESTED']);
  });

  it("a document's date-time is used as it is: 04:59 UTC is still the day before in New York", () => {
    expect([1, 2].map(given(memo('A', '2026-03-02T04:59:59.999Z')).endOf)).toEqual([
      'A CUSTOMER',
      'A CUSTOMER',
    ]);
    expect([1, 2].map(given(memo('A', '2026-03-02T05:00:00.000Z')).endOf)).toEqual(['no one', 'A CUSTOMER']);
  });

  it('on the day on which summer time begins (8 March) the day ends an hour earlier in UTC', () => {
    expect([8, 9].map(given(request('A', '2026-03-09T03:59:59.999Z')).endOf)).toEqual([
      'A REQUESTED',
      'A REQUESTED',
    ]);
    expect([8, 9].map(given(request('A', '2026-03-09T04:00:00.000Z')).endOf)).toEqual([
      'no one',
      'A REQUESTED',
    ]);
  });

  it('current status folds everything recorded, also what is dated later than now', () => {
    expect(given(memo('A', day(300))).status).toBe('CUSTOMER');
  });
});

describe('within a day', () => {
  it('timed entries go by time', () => {
    expect(
      given(giveBack('A', at(2, '15:00')), request('A', at(2, '09:00')), memo('A', at(2, '12:00'))),
    ).toMatchObject({ status: 'PENDING_RETURN', anomalies: [] });
  });

  it('a bare-dated MEMO goes before the RETURN of that day', () => {
    expect(given(request('A', at(1)), giveBack('A', at(2, '00:01')), memo('A', day(2)))).toMatchObject({
      status: 'PENDING_RETURN',
      anomalies: [],
    });
  });

  it('a bare-dated RETURN_MEMO goes after the RETURN and before the next REQUEST of that day', () => {
    const history = given(
      memo('A', day(1)),
      giveBack('A', at(3, '09:00')),
      request('A', at(3, '15:00')),
      returnMemo('A', day(3)),
    );
    expect(history).toMatchObject({
      status: 'REQUESTED',
      spells: ['A PENDING_RETURN, RETURNED', 'A REQUESTED'],
      anomalies: [],
    });
  });

  it("and before another customer's REQUEST", () => {
    expect(given(memo('A', day(1)), request('B', at(3, '15:00')), returnMemo('A', day(3)))).toMatchObject({
      status: 'REQUESTED',
      holder: 'B',
      anomalies: [],
    });
  });

  it('a whole life on one day, bare documents recorded first', () => {
    const history = given(
      returnMemo('A', day(2)),
      memo('B', day(2)),
      memo('A', day(2)),
      request('A', at(2, '09:00')),
      giveBack('A', at(2, '10:00')),
      request('B', at(2, '11:00')),
    );
    expect(history).toMatchObject({ status: 'CUSTOMER', holder: 'B', anomalies: [] });
    expect(history.endOf(2)).toBe('B CUSTOMER');
  });

  it('a bare-dated INVOICE at another price goes after the repricing of that day', () => {
    expect(
      given(
        memo('A', day(1)),
        repriced('A', 900_000, at(3, '15:00')),
        invoice('A', day(3), { amount: 900_000 }),
      ),
    ).toMatchObject({ status: 'INVOICED', anomalies: [] });
  });

  it('a renewal of one day is one at whatever amount it is', () => {
    const renewed = given(
      memo('A', day(1)),
      listPrice(1_100_000, at(3)),
      returnMemo('A', day(5)),
      memo('A', day(5), { docNo: '2' }),
    );
    expect(renewed).toMatchObject({
      status: 'CUSTOMER',
      spells: ['A CUSTOMER, RETURNED', 'A CUSTOMER'],
      anomalies: ['MEMO 2 v1'],
    });
  });

  it('ties go REQUEST, MEMO, RETURN, SOLD, INVOICE, RETURN_MEMO, CREDIT', () => {
    const history = given(invoice('A', at(1)), giveBack('A', at(1)), memo('A', at(1)), request('A', at(1)));
    expect(history.order.map((id) => id.split(' ')[0])).toEqual(['REQUEST', 'MEMO', 'RETURN', 'INVOICE']);
    expect(
      given(sold('A', day(2) + 'T12:00:00.000Z'), memo('A', day(2))).order.map((id) => id.split(' ')[0]),
    ).toEqual(['MEMO', 'SOLD']);
  });

  it('ties of the same kind go by document identity, never by arrival', () => {
    const papers = [memo('A', day(1), { docNo: '2' }), memo('A', day(1), { docNo: '1' })] as const;
    expect(given(papers[0], papers[1]).order).toEqual(given(papers[1], papers[0]).order);
  });
});

describe('undo and change date', () => {
  const requested = request('A', at(1));
  const back = giveBack('A', at(5));

  it('undo: the entry counts as if it had never happened', () => {
    expect(given(requested, undo(requested))).toMatchObject({
      status: 'AVAILABLE',
      spells: [],
      anomalies: [],
      order: [],
    });
    const history = given(requested, memo('A', day(2)), back, undo(back));
    expect(history).toMatchObject({ status: 'CUSTOMER', anomalies: [] });
    expect(history.endOf(6)).toBe('A CUSTOMER');
  });

  it('the action is entered again and back-dated', () => {
    const again = giveBack('A', at(6));
    expect(
      given(requested, memo('A', day(2)), back, undo(back), again, changeDate(again, at(4))).endOf(4),
    ).toBe('A PENDING_RETURN');
  });

  it('change date: the entry counts from the new date', () => {
    const history = given(requested, memo('A', day(2)), back, changeDate(back, at(3)));
    expect([2, 3, 4, 5].map(history.endOf)).toEqual([
      'A CUSTOMER',
      'A PENDING_RETURN',
      'A PENDING_RETURN',
      'A PENDING_RETURN',
    ]);
  });

  it('of several changes the last recorded counts', () => {
    const history = given(
      requested,
      memo('A', day(2)),
      back,
      changeDate(back, at(3)),
      changeDate(back, at(4)),
    );
    expect([3, 4].map(history.endOf)).toEqual(['A CUSTOMER', 'A PENDING_RETURN']);
  });

  it('an undone entry stays undone whatever date it is given', () => {
    expect(given(requested, undo(requested), changeDate(requested, at(2))).status).toBe('AVAILABLE');
  });

  it('a withdrawn request that is undone stands again', () => {
    const withdrawal = giveBack('A', at(2));
    expect(given(requested, withdrawal, undo(withdrawal)).status).toBe('REQUESTED');
  });
});
