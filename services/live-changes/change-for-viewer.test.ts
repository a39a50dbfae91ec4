import { describe, expect, test } from 'vitest';
import { MAX_NAMED_PARCELS } from '#contracts/api/live-changes.ts';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { changeFor, everythingChanged, missedBy, type Viewer } from './change-for-viewer.ts';
import type { ChangeNotice } from './change-notice.ts';

const jeweller: Viewer = {
  customerId: 12,
  staff: false,
  fm: false,
  lines: new Set(['natural', 'jewellery']),
};
const rep: Viewer = { customerId: null, staff: true, fm: true, lines: new Set(LINES) };
const notice = (of: Partial<ChangeNotice>): ChangeNotice => ({
  position: '42',
  parcels: [],
  carts: [],
  customers: [],
  desires: [],
  models: false,
  modelOrders: [],
  feeds: false,
  ...of,
});
const parcel = (parcelName: string, more: Partial<NonNullable<ChangeNotice['parcels']>[number]> = {}) => ({
  parcelName,
  line: 'natural' as const,
  fm: false,
  labGrown: false,
  customers: [],
  public: true,
  ...more,
});

describe('a customer hears', () => {
  test('of parcels that can be seen in Available', () => {
    expect(
      changeFor(notice({ parcels: [parcel('A1'), parcel('A2', { customers: [13] })] }), jeweller),
    ).toEqual({
      position: '42',
      lines: [{ line: 'natural', parcels: ['A1', 'A2'] }],
      cart: false,
      customer: false,
      desires: false,
      models: false,
    });
  });
  test('of its own parcels, and that its holding may have changed', () => {
    expect(
      changeFor(notice({ parcels: [parcel('A1', { customers: [12], public: false })] }), jeweller),
    ).toEqual({
      position: '42',
      lines: [{ line: 'natural', parcels: ['A1'] }],
      cart: false,
      customer: true,
      desires: false,
      models: false,
    });
  });
  test("of nothing that only another customer's lists show", () => {
    expect(changeFor(notice({ parcels: [parcel('A1', { customers: [13], public: false })] }), jeweller)).toBe(
      null,
    );
  });
  test('of nothing in lines that it may not browse, but for its own parcels there', () => {
    expect(changeFor(notice({ parcels: [parcel('L1', { line: 'labGrown' })] }), jeweller)).toBe(null);
    expect(
      changeFor(notice({ parcels: [parcel('L1', { line: 'labGrown', customers: [12] })] }), jeweller)?.lines,
    ).toEqual([{ line: 'labGrown', parcels: ['L1'] }]);
  });
  test('of stones that FM certified only where they are open to it, or its own', () => {
    const closed = notice({ parcels: [parcel('F1', { fm: true })] });
    expect(changeFor(closed, jeweller)).toBe(null);
    expect(changeFor(closed, { ...jeweller, fm: true })?.lines).toEqual([
      { line: 'natural', parcels: ['F1'] },
    ]);
    const own = notice({ parcels: [parcel('F1', { fm: true, customers: [12] })] });
    expect(changeFor(own, jeweller)?.lines).toEqual([{ line: 'natural', parcels: ['F1'] }]);
  });
  test('of pieces of lab-grown models only where that line is open to it, or its own', () => {
    const piece = { line: 'jewellery', labGrown: true } as const;
    const closed = notice({ parcels: [parcel('J1', piece)] });
    expect(changeFor(closed, jeweller)).toBe(null);
    const open: Viewer = { ...jeweller, lines: new Set(['natural', 'labGrown', 'jewellery']) };
    const named = [{ line: 'jewellery', parcels: ['J1'] }];
    expect(changeFor(closed, open)?.lines).toEqual(named);
    expect(changeFor(closed, rep)?.lines).toEqual(named);
    const own = notice({ parcels: [parcel('J1', { ...piece, customers: [12] })] });
    expect(changeFor(own, jeweller)?.lines).toEqual(named);
  });
  test('of its own cart and no other, and of no other customer', () => {
    expect(changeFor(notice({ carts: [13], customers: [13] }), jeweller)).toBe(null);
    expect(changeFor(notice({ carts: [12] }), jeweller)).toEqual({
      position: '42',
      lines: [],
      cart: true,
      customer: false,
      desires: false,
      models: false,
    });
  });
  test('of everything when its own flags or terms changed: they decide what is open to it, and its prices', () => {
    expect(changeFor(notice({ customers: [12] }), jeweller)).toEqual(everythingChanged('42'));
    expect(changeFor(notice({ customers: [12] }), { ...rep, customerId: 12 })).toEqual(
      everythingChanged('42'),
    );
    expect(changeFor(notice({ customers: [12] }), rep)).toBe(null);
  });
});

describe('of desires and jewellery models', () => {
  test('a customer hears of its own desires and orders only', () => {
    const unchanged = { position: '42', lines: [], cart: false, customer: false };
    expect(changeFor(notice({ desires: [12] }), jeweller)).toEqual({
      ...unchanged,
      desires: true,
      models: false,
    });
    expect(changeFor(notice({ modelOrders: [12] }), jeweller)).toEqual({
      ...unchanged,
      desires: false,
      models: true,
    });
    expect(changeFor(notice({ desires: [13], modelOrders: [13] }), jeweller)).toBe(null);
  });
  test('a changed model takes the pieces along that it hides or shows', () => {
    for (const viewer of [jeweller, rep])
      expect(changeFor(notice({ models: true }), viewer)).toEqual({
        position: '42',
        lines: [{ line: 'jewellery', parcels: null }],
        cart: false,
        customer: false,
        desires: false,
        models: true,
      });
  });
  test('a piece that comes or goes changes what is there of its model', () => {
    const change = changeFor(notice({ parcels: [parcel('J1', { line: 'jewellery' })] }), jeweller);
    expect(change).toMatchObject({ lines: [{ line: 'jewellery', parcels: ['J1'] }], models: true });
  });
});

test('staff hear of every parcel, and of no cart when they act for no customer', () => {
  const change = changeFor(
    notice({
      parcels: [parcel('A1', { customers: [13], public: false }), parcel('L1', { line: 'labGrown' })],
      carts: [13],
    }),
    rep,
  );
  expect(change).toEqual({
    position: '42',
    lines: [
      { line: 'natural', parcels: ['A1'] },
      { line: 'labGrown', parcels: ['L1'] },
    ],
    cart: false,
    customer: false,
    desires: false,
    models: false,
  });
});

test('more parcels than can be named are a line to load again', () => {
  const many = Array.from({ length: MAX_NAMED_PARCELS + 1 }, (_, index) => parcel(`A${index}`));
  expect(
    changeFor(notice({ parcels: [...many, parcel('J1', { line: 'jewellery' })] }), jeweller)?.lines,
  ).toEqual([
    { line: 'natural', parcels: null },
    { line: 'jewellery', parcels: ['J1'] },
  ]);
  expect(changeFor(notice({ parcels: null }), jeweller)).toMatchObject({
    lines: LINES.map((line) => ({ line, parcels: null })),
    cart: true,
    customer: true,
    desires: true,
    models: true,
  });
});

describe('what a viewer has missed is one message', () => {
  const at = (position: string, of: Partial<ChangeNotice>) => notice({ position, ...of });

  test('with what it would have been sent of each notice, and nothing else', () => {
    const missed = [
      at('42', { parcels: [parcel('A1'), parcel('L1', { line: 'labGrown' })] }),
      at('44', { parcels: [parcel('A2', { customers: [13], public: false }), parcel('F1', { fm: true })] }),
      at('43', { parcels: [parcel('A1', { customers: [12], public: false })], carts: [12, 13] }),
      at('45', { carts: [13], desires: [13], modelOrders: [13], customers: [13] }),
    ];
    expect(missedBy(missed, jeweller)).toEqual({
      position: '45',
      lines: [{ line: 'natural', parcels: ['A1'] }],
      cart: true,
      customer: true,
      desires: false,
      models: false,
    });
    expect(missedBy(missed, rep)?.lines).toEqual([
      { line: 'natural', parcels: ['A1', 'A2', 'F1'] },
      { line: 'labGrown', parcels: ['L1'] },
    ]);
    expect(missedBy(missed.slice(3), jeweller)).toBe(null);
    expect(missedBy([], jeweller)).toBe(null);
  });
  test('in which a line with too many parcels, or with hidden pieces, is to be loaded again', () => {
    const many = Array.from({ length: 6 }, (_, turn) =>
      at(String(42 + turn), {
        parcels: Array.from({ length: 100 }, (_, index) => parcel(`A${turn}-${index}`)),
      }),
    );
    expect(missedBy(many.slice(1), jeweller)?.lines[0]?.parcels).toHaveLength(MAX_NAMED_PARCELS);
    expect(missedBy(many, jeweller)?.lines).toEqual([{ line: 'natural', parcels: null }]);
    const piece = at('50', { parcels: [parcel('J1', { line: 'jewellery' })] });
    expect(missedBy([piece, at('51', { models: true })], jeweller)).toMatchObject({
      lines: [{ line: 'jewellery', parcels: null }],
      models: true,
    });
  });
  test('that says to load everything again where too much changed, or its own rights may have', () => {
    const one = at('42', { parcels: [parcel('A1')] });
    expect(missedBy([one, at('43', { parcels: null })], jeweller)).toEqual(everythingChanged('43'));
    expect(missedBy([one, at('43', { customers: [12] })], jeweller)).toEqual(everythingChanged('43'));
    expect(missedBy([one, at('43', { customers: [13] })], jeweller)?.lines).toEqual([
      { line: 'natural', parcels: ['A1'] },
    ]);
  });
});
