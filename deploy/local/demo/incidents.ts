import { DEMO_CUSTOMER, type DemoCustomer } from './demo-customers.ts';
import { agreedAnew, askedTooLate, memoTwice, neverHeardOf, returnedUnseen } from './mishaps.ts';
import {
  ask,
  giveBack,
  heldSpells,
  instruct,
  open,
  sell,
  suitable,
  type Round,
  type Trade,
} from './trade-plan.ts';
import type { Step } from './steps.ts';

/** What went otherwise than it should, once each, so that the demo has every kind of history to look at. */
type Incident = {
  round: number;
  customerId: number;
  happens: (trade: Trade, customer: DemoCustomer, round: Round) => Step[];
};

const MISTAKE = 'Marked by mistake.';

export const INCIDENTS: readonly Incident[] = [
  // An invoice that arrives three weeks after its date.
  {
    round: 13,
    customerId: 3,
    happens: (trade, customer, round) =>
      sell(trade, customer, 'natural', longestHeld(trade, customer), round, 21),
  },
  {
    round: 22,
    customerId: DEMO_CUSTOMER,
    happens: (trade, customer, round) =>
      sell(trade, customer, 'natural', longestHeld(trade, customer), round, 21),
  },
  // An invoice over another amount than the spell's price: an anomaly for the administrators' inbox.
  {
    round: 31,
    customerId: 6,
    happens: (trade, customer, round) =>
      sell(trade, customer, 'natural', longestHeld(trade, customer), round, 1, (price) => price - 2_500),
  },
  { round: 19, customerId: 2, happens: redatedReturn },
  { round: 27, customerId: DEMO_CUSTOMER, happens: redatedReturn },
  { round: 26, customerId: DEMO_CUSTOMER, happens: undoneReturn },
  { round: 32, customerId: 8, happens: undoneReturn },
  { round: 28, customerId: DEMO_CUSTOMER, happens: backDatedSale },
  { round: 20, customerId: 5, happens: backDatedSale },
  { round: 24, customerId: 9, happens: voidMemo },
  { round: 25, customerId: 9, happens: sentToAnother },
  { round: 30, customerId: 3, happens: askedTooLate },
  { round: 33, customerId: DEMO_CUSTOMER, happens: askedTooLate },
  { round: 32, customerId: DEMO_CUSTOMER, happens: agreedAnew },
  { round: 29, customerId: 5, happens: memoTwice },
  { round: 30, customerId: 6, happens: returnedUnseen },
  // The last rounds lie more than two weeks back.
  { round: 33, customerId: 9, happens: neverHeardOf('SOLD') },
  { round: 33, customerId: 4, happens: neverHeardOf('RETURN') },
];

function longestHeld(trade: Trade, customer: DemoCustomer) {
  return heldSpells(trade, customer, 'natural').slice(0, 1);
}

/** A RETURN_MEMO whose second version, nine days later, has an earlier date. */
function redatedReturn(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const [spell] = longestHeld(trade, customer);
  if (!spell) return [];
  spell.state = 'returning';
  trade.diary.later(round.day + 4, 'documents', () => {
    const document = trade.papers.write('RETURN_MEMO', spell, trade.diary.day(round.day + 4));
    trade.diary.later(round.day + 13, 'documents', () => {
      trade.shelves.release(spell.parcelName);
      return [
        {
          kind: 'document',
          document: { ...document, version: 2, effectiveAt: trade.diary.day(round.day + 2) },
        },
      ];
    });
    return [{ kind: 'document', document }];
  });
  return instruct(trade, customer, 'RETURN', 'natural', [spell.parcelName]);
}

/** A RETURN that an administrator undoes the next morning. */
function undoneReturn(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const [spell] = longestHeld(trade, customer);
  if (!spell) return [];
  spell.state = 'returning';
  trade.diary.later(round.day + 1, 'corrections', () => {
    spell.state = 'held';
    return [{ kind: 'correct', parcelName: spell.parcelName, intent: 'RETURN', reason: MISTAKE }];
  });
  return instruct(trade, customer, 'RETURN', 'natural', [spell.parcelName]);
}

/** A SOLD that really happened three days before, which an administrator puts right before the invoice comes. */
function backDatedSale(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const [spell] = longestHeld(trade, customer);
  if (!spell) return [];
  trade.diary.later(round.day + 1, 'corrections', () => [
    {
      kind: 'correct',
      parcelName: spell.parcelName,
      intent: 'SOLD',
      reason: 'Sold over the weekend, entered on Tuesday.',
      newDate: trade.diary.instant(round.day - 3, 15, 30),
    },
  ]);
  return sell(trade, customer, 'natural', [spell], round);
}

/** A MEMO to the wrong jeweller, voided by its second version the next day. */
function voidMemo(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const name = suitable(trade, customer, 'natural', { pieces: 1, dollars: [500, 20_000] })[0];
  if (name === undefined) return [];
  const spell = open(trade, customer, 'natural', name, { ...round, number: Number.MAX_SAFE_INTEGER });
  spell.memo = trade.papers.memoAccount(customer);
  trade.diary.later(round.day + 1, 'documents', () => {
    const document = trade.papers.write('MEMO', spell, trade.diary.day(round.day + 1));
    trade.diary.later(round.day + 2, 'documents', () => {
      trade.shelves.release(name);
      return [{ kind: 'document', document: { ...document, version: 2, amountCents: null } }];
    });
    return [{ kind: 'document', document }];
  });
  return [];
}

/**
 * A request that is declined: the parcel went on memo to another jeweller, who holds it now (rule: Custody).
 */
function sentToAnother(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const other = trade.customerOf(3);
  const name = suitable(trade, customer, 'natural', { pieces: 1, dollars: [900, 9_000] })[0];
  if (name === undefined) return [];
  open(trade, customer, 'natural', name, round);
  trade.diary.later(round.day + 1, 'documents', () => {
    const spell = open(trade, other, 'natural', name, round);
    spell.state = 'held';
    spell.memo = trade.papers.memoAccount(other);
    return [
      { kind: 'document', document: trade.papers.write('MEMO', spell, trade.diary.day(round.day + 1)) },
    ];
  });
  return instruct(trade, customer, 'REQUEST', 'natural', [name]);
}

/** How the demo ends for a customer: something asked for, something on its way back, something sold but not invoiced. */
export function lastRound(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const habit = customer.habits.natural;
  if (!habit) return [];
  const [returned, sold] = heldSpells(trade, customer, 'natural').filter(
    (spell) => spell.endsAt > round.number,
  );
  const budget = { spent: 0, exposure: trade.shelves.exposure(customer.customerId) };
  return [
    ...(returned ? giveBack(trade, customer, 'natural', [returned], round) : []),
    ...(sold ? sell(trade, customer, 'natural', [sold], round) : []),
    ...ask(trade, customer, 'natural', habit, 2, round, budget),
  ];
}
