import { describe, expect, it } from 'vitest';
import {
  at,
  changeDate,
  day,
  described,
  given,
  givenOnly,
  invoice,
  listed,
  listPrice,
  memo,
  PRICE,
  repriced,
  request,
  returnMemo,
  SHOWN,
  ZONE,
} from './given.ts';
import { realView } from './real-fold.ts';

/** The prices and attributes of a spell, sentence by sentence (rule: Freezing). */

describe('what a spell freezes', () => {
  it('a REQUEST freezes what was shown, and back-dating keeps it', () => {
    const requested = request('A', at(5), { ...SHOWN, customerPriceCents: 950_000 });
    expect(given(listPrice(2_000_000, at(3)), requested, changeDate(requested, at(2))).prices).toEqual([
      9500,
    ]);
  });

  it('a document that opens a spell freezes the list price at its date, less the GIA round discount', () => {
    expect(given(listPrice(1_100_000, at(3)), listPrice(1_200_000, at(5)), memo('A', at(4))).prices).toEqual([
      10_780,
    ]);
    expect(given(listPrice(1_100_000, at(3)), memo('A', at(3))).prices).toEqual([10_780]);
  });

  it('else the earliest known', () => {
    expect(givenOnly(listed(at(3), 1_300_000), memo('A', day(1))).prices).toEqual([12_740]);
    expect(
      givenOnly(listed(at(3), 1_300_000), listPrice(1_400_000, at(5)), memo('A', day(1))).prices,
    ).toEqual([12_740]);
  });

  it("a bare-dated document takes the price at its day's end: one of the next day's first instant is too late", () => {
    expect(given(listPrice(1_100_000, at(4, '23:59')), memo('A', day(4))).prices).toEqual([10_780]);
    expect(given(listPrice(1_100_000, at(5, '00:00')), memo('A', day(4))).prices).toEqual([9800]);
  });

  it('of two list prices of one moment, recorded in one moment, the later recorded counts', () => {
    const history = [listed(at(0)), listPrice(1_100_000, at(0)), memo('A', day(1))];
    const { spells } = realView(
      history.map((one) => one.event(at(60))),
      ZONE,
    );
    expect(spells[0]!.frozen).toMatchObject({ listPriceCents: 1_100_000, costCents: 1_000_000 });
  });

  it('the discount is for GIA rounds: another shape pays the list price', () => {
    expect(
      givenOnly(listed(at(0), 1_000_000, { weight: 1000, lab: 'GIA', shapeCode: 'OV' }), memo('A', day(1)))
        .prices,
    ).toEqual([10_000]);
  });

  it('later prices and descriptions change nothing', () => {
    const history = given(memo('A', day(1)), listPrice(3_000_000, at(2)), described({ weight: 990 }, at(3)));
    expect(history.prices).toEqual([9800]);
    expect(history.view.spells[0]!.frozen.attributes.weight).toBe(1000);
  });

  it('only an explicit repricing does, from its day on', () => {
    const history = given(memo('A', day(1)), repriced('A', 900_000, at(4)));
    expect(history).toMatchObject({ prices: [9000], anomalies: [] });
    expect(history.view.spells[0]!.days).toEqual([
      { from: day(1), to: day(4), status: 'CUSTOMER', customerPriceCents: PRICE },
      { from: day(4), to: null, status: 'CUSTOMER', customerPriceCents: 900_000 },
    ]);
  });

  it("an invoice keeps the price of its day's end, whatever the spell is repriced to later", () => {
    const invoiced = (day: number) => {
      const { view } = given(memo('A', at(1)), invoice('A', at(3)), repriced('A', 900_000, at(day, '15:00')));
      return view.spells[0]!.invoices.map(({ frozen }) => frozen.customerPriceCents);
    };
    expect([invoiced(3), invoiced(4)]).toEqual([[900_000], [PRICE]]);
  });

  it('a repricing of a spell that is not open is an anomaly', () => {
    const odd = repriced('A', 900_000, at(4));
    expect(given(memo('A', day(1)), returnMemo('A', day(2)), odd)).toMatchObject({
      prices: [9800],
      anomalies: [odd.id],
    });
  });

  it('the MEMO of a request keeps what the REQUEST froze', () => {
    expect(given(request('A', at(1)), listPrice(2_000_000, at(2)), memo('A', day(3))).prices).toEqual([9800]);
  });
});
