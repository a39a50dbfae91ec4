import { expect, it } from 'vitest';
import { endingsOf } from '#contracts/lifecycle/index.ts';
import { credit, at, day, given, invoice, memo, returnMemo, sold, type Step } from './given.ts';

/** How the first spell of a parcel stands as over, day by day (rule: Movements and key figures). */

const endings = (...history: Step[]) => {
  const { view } = given(...history);
  const [spell] = view.spells;
  const own = view.entries.filter(({ eventId }) => spell!.entryIds.includes(eventId));
  return endingsOf(spell!, own, (id) => view.entries.find(({ eventId }) => eventId === id)?.day);
};
const returned = { sold: false, daysToSale: null };

it('a spell without a memo is none, and one that goes on is not over', () => {
  expect(endings(invoice('A', day(1)))).toEqual([]);
  expect(endings(memo('A', day(1)), sold('A', at(3)))).toEqual([]);
});

it('a return ends it on its day', () => {
  expect(endings(memo('A', day(1)), returnMemo('A', day(4)))).toEqual([
    { from: day(4), to: null, endedOn: day(4), ...returned },
  ]);
});

it('an invoice ends it as sold, from the memo to the sale, until the day of the credit', () => {
  expect(endings(memo('A', day(1)), sold('A', at(3)), invoice('A', day(5)), credit('A', day(9)))).toEqual([
    { from: day(5), to: day(9), endedOn: day(5), sold: true, daysToSale: 2 },
    { from: day(9), to: null, endedOn: day(9), ...returned },
  ]);
});

it('a credit ends it also where another memo had taken its place before', () => {
  expect(
    endings(memo('A', day(1)), invoice('A', day(3)), memo('A', day(5)), credit('A', day(8))),
  ).toMatchObject([
    { from: day(3), to: day(8), endedOn: day(3), sold: true, daysToSale: 2 },
    { from: day(8), to: null, endedOn: day(8), ...returned },
  ]);
});

it('of two invoices, the later of the credits ends it, whichever invoice that takes back', () => {
  // Given a memo with two invoices, an anomaly, of which the second is credited first.
  const invoices = [invoice('A', day(3)), invoice('A', day(4))];
  // When the first is credited as well, then the memo ended on that day.
  expect(endings(memo('A', day(1)), ...invoices, credit('A', day(6)), credit('A', day(9)))).toMatchObject([
    { from: day(3), to: day(4), endedOn: day(3), sold: true, daysToSale: 2 },
    { from: day(4), to: day(6), endedOn: day(4), sold: true, daysToSale: 3 },
    { from: day(6), to: day(9), endedOn: day(3), sold: true, daysToSale: 2 },
    { from: day(9), to: null, endedOn: day(9), ...returned },
  ]);
});
