import { describe, expect, it } from 'vitest';
import {
  at,
  credit,
  day,
  declined,
  given,
  givenOnly,
  giveBack,
  invoice,
  memo,
  PRICE,
  reinstated,
  request,
  returnMemo,
  sold,
  withdrawn,
} from './given.ts';

/**
 * Every sentence about one parcel, as an example (rule: Two tracks; rule: Opening and closing; rule: Custody;
 * rule: Order within a day).
 */

describe('status is a function of the last document and the last intent', () => {
  it.each([
    ['nothing', given(), 'AVAILABLE'],
    ['REQUEST', given(request('A', at(1))), 'REQUESTED'],
    ['REQUEST, RETURN', given(request('A', at(1)), giveBack('A', at(2))), 'AVAILABLE'],
    ['REQUEST, SOLD', given(request('A', at(1)), sold('A', at(2))), 'SOLD'],
    ['MEMO', given(memo('A', day(2))), 'CUSTOMER'],
    ['REQUEST, MEMO', given(request('A', at(1)), memo('A', day(2))), 'CUSTOMER'],
    ['MEMO, RETURN', given(memo('A', day(2)), giveBack('A', at(3))), 'PENDING_RETURN'],
    ['MEMO, SOLD', given(memo('A', day(2)), sold('A', at(3))), 'SOLD'],
    ['INVOICE', given(invoice('A', day(2))), 'INVOICED'],
    ['REQUEST, INVOICE', given(request('A', at(1)), invoice('A', day(2))), 'INVOICED'],
    [
      'MEMO, RETURN, INVOICE',
      given(memo('A', day(1)), giveBack('A', at(2)), invoice('A', day(3))),
      'INVOICED',
    ],
    ['MEMO, SOLD, INVOICE', given(memo('A', day(1)), sold('A', at(2)), invoice('A', day(3))), 'INVOICED'],
    [
      'REQUEST, MEMO, RETURN, RETURN_MEMO',
      given(request('A', at(1)), memo('A', day(2)), giveBack('A', at(3)), returnMemo('A', day(4))),
      'AVAILABLE',
    ],
    [
      'REQUEST, MEMO, RETURN_MEMO',
      given(request('A', at(1)), memo('A', day(2)), returnMemo('A', day(4))),
      'AVAILABLE',
    ],
    [
      'MEMO, SOLD, INVOICE, CREDIT',
      given(memo('A', day(1)), sold('A', at(2)), invoice('A', day(3)), credit('A', day(4))),
      'AVAILABLE',
    ],
  ])('%s', (_, { status, anomalies }, expected) => {
    expect(status).toBe(expected);
    expect(anomalies).toEqual([]);
  });

  it('AVAILABLE reads NOT_AVAILABLE when the vendor has withdrawn the parcel, and AVAILABLE when it is back', () => {
    expect(given(withdrawn(at(1))).status).toBe('NOT_AVAILABLE');
    expect(given(withdrawn(at(1)), reinstated(at(2))).status).toBe('AVAILABLE');
    expect(given(memo('A', day(1)), returnMemo('A', day(3)), withdrawn(at(2))).status).toBe('NOT_AVAILABLE');
  });

  it('withdrawal leaves alone what a customer holds', () => {
    expect(given(memo('A', day(1)), withdrawn(at(2))).status).toBe('CUSTOMER');
  });

  it('a parcel that is not listed is not available', () => {
    expect(givenOnly().status).toBe('NOT_AVAILABLE');
  });
});

describe('spells', () => {
  it('a spell is one holding from its first entry to the entry that closes it', () => {
    const history = given(
      request('A', at(1)),
      memo('A', day(2)),
      giveBack('A', at(3)),
      returnMemo('A', day(4)),
      request('B', at(6)),
    );
    expect(history.spells).toEqual(['A PENDING_RETURN, RETURNED', 'B REQUESTED']);
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(history.endOf)).toEqual([
      'no one',
      'A REQUESTED',
      'A CUSTOMER',
      'A PENDING_RETURN',
      'no one',
      'no one',
      'B REQUESTED',
      'B REQUESTED',
    ]);
  });

  it.each([
    ['REQUEST', request('A', at(1))],
    ['MEMO', memo('A', day(1))],
    ['INVOICE', invoice('A', day(1))],
  ])('%s opens a spell', (_, entry) => {
    expect(given(entry)).toMatchObject({ holder: 'A', anomalies: [] });
  });

  it.each([
    ['RETURN', giveBack('A', at(1))],
    ['SOLD', sold('A', at(1))],
    ['RETURN_MEMO', returnMemo('A', day(1))],
    ['CREDIT', credit('A', day(1))],
  ])('%s without a spell changes nothing and is an anomaly', (_, entry) => {
    expect(given(entry)).toMatchObject({ status: 'AVAILABLE', spells: [], anomalies: [entry.id] });
  });

  it.each([
    ['RETURN', giveBack('A', at(2))],
    ['SOLD', sold('A', at(2))],
    ['RETURN_MEMO', returnMemo('A', day(2))],
    ['CREDIT', credit('A', day(2))],
  ])("an entry belongs to its own customer's spell: A's %s does not touch B's", (_, entry) => {
    expect(given(memo('B', day(1)), entry)).toMatchObject({
      status: 'CUSTOMER',
      holder: 'B',
      anomalies: [entry.id],
    });
  });

  it("A's late CREDIT never closes B's holding", () => {
    const history = given(invoice('A', day(1)), memo('B', day(3)), credit('A', day(5)));
    expect(history).toMatchObject({
      status: 'CUSTOMER',
      holder: 'B',
      spells: ['A INVOICED, CREDITED', 'B CUSTOMER'],
    });
    expect(history.endOf(6)).toBe('B CUSTOMER');
  });
});

describe('returns, invoices, credits', () => {
  it('RETURN_MEMO closes a memo', () => {
    expect(given(memo('A', day(1)), returnMemo('A', day(2)))).toMatchObject({
      status: 'AVAILABLE',
      spells: ['A CUSTOMER, RETURNED'],
      anomalies: [],
    });
  });

  it('RETURN_MEMO does not close an invoiced spell: only CREDIT does', () => {
    const back = returnMemo('A', day(3));
    expect(given(memo('A', day(1)), invoice('A', day(2)), back)).toMatchObject({
      status: 'INVOICED',
      holder: 'A',
      anomalies: [back.id],
    });
    expect(given(memo('A', day(1)), invoice('A', day(2)), back, credit('A', day(4)))).toMatchObject({
      status: 'AVAILABLE',
      spells: ['A INVOICED, CREDITED'],
    });
  });

  it('a CREDIT without an INVOICE closes no memo', () => {
    const wrong = credit('A', day(2));
    expect(given(memo('A', day(1)), wrong)).toMatchObject({ status: 'CUSTOMER', anomalies: [wrong.id] });
  });

  it("a CREDIT goes to its customer's latest uncredited INVOICE", () => {
    const first = given(invoice('A', day(1)), credit('A', day(2)), invoice('A', day(3)), credit('A', day(4)));
    expect(first).toMatchObject({
      status: 'AVAILABLE',
      spells: ['A INVOICED, CREDITED', 'A INVOICED, CREDITED'],
      anomalies: [],
    });
    const third = credit('A', day(5), { docNo: 'third' });
    expect(
      given(invoice('A', day(1)), credit('A', day(2)), invoice('A', day(3)), credit('A', day(4)), third)
        .anomalies,
    ).toEqual([third.id]);
  });

  it('and so where the INVOICE of an earlier spell stands as well', () => {
    expect(
      given(invoice('A', day(1)), memo('A', day(2)), invoice('A', day(3)), credit('A', day(4))),
    ).toMatchObject({ status: 'AVAILABLE', spells: ['A INVOICED, SUPERSEDED', 'A INVOICED, CREDITED'] });
  });

  it('a CREDIT reaches an INVOICE whose spell a RETURN_MEMO had closed', () => {
    expect(
      given(memo('A', day(1)), returnMemo('A', day(2)), invoice('A', day(3)), credit('A', day(4))),
    ).toMatchObject({ status: 'AVAILABLE', spells: ['A INVOICED, CREDITED'], anomalies: [] });
  });

  it('a CREDIT leaves a spell invoiced in which another INVOICE stands', () => {
    expect(given(invoice('A', day(1)), invoice('A', day(2)), credit('A', day(3))).status).toBe('INVOICED');
  });

  it('an INVOICE after a RETURN_MEMO to the same customer without a new MEMO makes that spell INVOICED', () => {
    const history = given(memo('A', day(1)), returnMemo('A', day(3)), invoice('A', day(5)));
    expect(history).toMatchObject({ status: 'INVOICED', holder: 'A', spells: ['A INVOICED'], anomalies: [] });
    expect([1, 2, 3, 4, 5].map(history.endOf)).toEqual([
      'A CUSTOMER',
      'A CUSTOMER',
      'no one',
      'no one',
      'A INVOICED',
    ]);
  });

  it('and so when a request was withdrawn in between: that is no new MEMO', () => {
    const history = given(
      memo('A', day(1)),
      returnMemo('A', day(2)),
      request('A', at(3)),
      giveBack('A', at(4)),
      invoice('A', day(5)),
    );
    expect(history).toMatchObject({ status: 'INVOICED', spells: ['A INVOICED', 'A REQUESTED, WITHDRAWN'] });
  });

  it('a MEMO after an INVOICE opens a new spell, with an anomaly', () => {
    const again = memo('A', day(3));
    expect(given(memo('A', day(1)), invoice('A', day(2)), again)).toMatchObject({
      status: 'CUSTOMER',
      spells: ['A INVOICED, SUPERSEDED', 'A CUSTOMER'],
      anomalies: [again.id],
    });
  });

  it('a CREDIT of the first does not close the new spell', () => {
    expect(
      given(memo('A', day(1)), invoice('A', day(2)), memo('A', day(3)), credit('A', day(4))),
    ).toMatchObject({ status: 'CUSTOMER', spells: ['A INVOICED, CREDITED', 'A CUSTOMER'] });
  });
});

describe('requests withdrawn, and documents that come late', () => {
  it('RETURN before any document closes the spell: the request is withdrawn', () => {
    expect(given(request('A', at(1)), giveBack('A', at(2)))).toMatchObject({
      status: 'AVAILABLE',
      spells: ['A REQUESTED, WITHDRAWN'],
      anomalies: [],
    });
  });

  it('a later MEMO then gives CUSTOMER with an anomaly', () => {
    const late = memo('A', day(3));
    expect(given(request('A', at(1)), giveBack('A', at(2)), late)).toMatchObject({
      status: 'CUSTOMER',
      anomalies: [late.id],
    });
  });

  it('a MEMO raises no anomaly where the parcel was on memo again since a request was withdrawn', () => {
    expect(
      given(
        request('A', at(1)),
        giveBack('A', at(2)),
        request('A', at(3)),
        memo('A', day(4)),
        returnMemo('A', day(5)),
        memo('A', day(6)),
      ),
    ).toMatchObject({ status: 'CUSTOMER', anomalies: [] });
  });

  it('a late MEMO dated before the RETURN gives PENDING_RETURN', () => {
    expect(given(request('A', at(1)), giveBack('A', at(3)), memo('A', day(2)))).toMatchObject({
      status: 'PENDING_RETURN',
      spells: ['A PENDING_RETURN'],
      anomalies: [],
    });
  });

  it('a RETURN_MEMO before its MEMO has come closes the request, with an anomaly that the MEMO takes away', () => {
    const back = returnMemo('A', day(3));
    expect(given(request('A', at(1)), back)).toMatchObject({ status: 'AVAILABLE', anomalies: [back.id] });
    expect(given(request('A', at(1)), back, memo('A', day(2)))).toMatchObject({
      status: 'AVAILABLE',
      anomalies: [],
      spells: ['A CUSTOMER, RETURNED'],
    });
  });

  it('documents may come without intents', () => {
    expect(
      given(
        memo('A', day(1)),
        returnMemo('A', day(2)),
        memo('B', day(3)),
        invoice('B', day(4)),
        credit('B', day(5)),
      ),
    ).toMatchObject({ status: 'AVAILABLE', anomalies: [] });
  });
});

describe('custody proven by a document', () => {
  it("a MEMO to B while A holds ends A's holding that day, with an anomaly", () => {
    const toB = memo('B', day(3));
    const history = given(memo('A', day(1)), toB);
    expect(history).toMatchObject({
      status: 'CUSTOMER',
      holder: 'B',
      spells: ['A CUSTOMER, SUPERSEDED', 'B CUSTOMER'],
      anomalies: [toB.id],
    });
    expect([2, 3].map(history.endOf)).toEqual(['A CUSTOMER', 'B CUSTOMER']);
  });

  it("A's RETURN_MEMO dated earlier then takes its place", () => {
    const history = given(memo('A', day(1)), memo('B', day(4)), returnMemo('A', day(3)));
    expect(history).toMatchObject({ spells: ['A CUSTOMER, RETURNED', 'B CUSTOMER'], anomalies: [] });
    expect([2, 3, 4].map(history.endOf)).toEqual(['A CUSTOMER', 'no one', 'B CUSTOMER']);
  });

  it("A's RETURN_MEMO of the same day goes before B's MEMO", () => {
    expect(given(memo('A', day(1)), memo('B', day(3)), returnMemo('A', day(3)))).toMatchObject({
      status: 'CUSTOMER',
      holder: 'B',
      anomalies: [],
    });
  });

  it("another customer's open request is then declined", () => {
    expect(given(request('A', at(1)), memo('B', day(2)))).toMatchObject({
      status: 'CUSTOMER',
      holder: 'B',
      spells: ['A REQUESTED, DECLINED', 'B CUSTOMER'],
    });
  });

  it('a request that turns out to be made while a document gave it to another is declined and leaves no spell', () => {
    const requested = request('B', at(3));
    expect(given(requested, memo('A', day(2)))).toMatchObject({
      status: 'CUSTOMER',
      holder: 'A',
      spells: ['A CUSTOMER'],
      anomalies: [requested.id],
    });
  });

  it('a decline recorded by a command is no entry', () => {
    expect(given(memo('A', day(1)), declined('B', 'REQUEST', at(2)))).toMatchObject({
      status: 'CUSTOMER',
      spells: ['A CUSTOMER'],
      anomalies: [],
      order: ['MEMO A 2026-03-01 v1'],
    });
  });
});

describe('anomalies', () => {
  it("a document's amount that differs from the spell's price", () => {
    const cheap = memo('A', day(2), { amount: PRICE - 1 });
    expect(given(request('A', at(1)), cheap)).toMatchObject({ status: 'CUSTOMER', anomalies: [cheap.id] });
  });

  it.each([
    ['REQUEST while CUSTOMER', request('A', at(3)), [memo('A', day(1))], 'CUSTOMER'],
    [
      'RETURN while PENDING_RETURN',
      giveBack('A', at(3)),
      [memo('A', day(1)), giveBack('A', at(2))],
      'PENDING_RETURN',
    ],
    ['SOLD while PENDING_RETURN', sold('A', at(3)), [memo('A', day(1)), giveBack('A', at(2))], 'SOLD'],
    ['a second MEMO', memo('A', day(3)), [memo('A', day(1))], 'CUSTOMER'],
    ['a second INVOICE', invoice('A', day(3)), [invoice('A', day(1))], 'INVOICED'],
  ])('what should not happen never throws: %s', (_, odd, before, status) => {
    expect(given(...before, odd)).toMatchObject({ status, anomalies: [odd.id] });
  });
});

describe('documents and their versions', () => {
  const first = memo('A', day(2), { docNo: '7', version: 1 });
  const moved = memo('A', day(4), { docNo: '7', version: 2 });

  it.each([
    ['in order', [first, moved]],
    ['the other way round', [moved, first]],
  ])('the highest version replaces the lower ones: %s', (_, papers) => {
    const history = given(...papers);
    expect([3, 4].map(history.endOf)).toEqual(['no one', 'A CUSTOMER']);
    expect(history.order).toEqual([moved.id]);
  });

  it('a void version removes the document, also when it comes first', () => {
    const voided = memo('A', day(2), { docNo: '7', version: 3, amount: null });
    expect(given(voided, first, moved)).toMatchObject({ status: 'AVAILABLE', spells: [], anomalies: [] });
  });

  it('another line, number or type is another document', () => {
    expect(given(memo('A', day(1), { docNo: '7' }), returnMemo('A', day(2), { docNo: '7' }))).toMatchObject({
      status: 'AVAILABLE',
      anomalies: [],
    });
  });
});
