import type { Line } from '#contracts/vocabulary/lines.ts';
import { DEMO_CUSTOMER, type DemoCustomer } from './demo-customers.ts';
import type { Step } from './steps.ts';
import { heldSpells, instruct, open, sendMemo, suitable, type Round, type Trade } from './trade-plan.ts';

const LINE: Line = 'natural';
const USUAL = { pieces: 1, dollars: [900, 9_000] } as const;

/** Two jewellers ask for one stone at the same moment: the other is faster, and this one's request is declined in part. */
export function askedTooLate(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const faster = trade.customerOf(customer.customerId === DEMO_CUSTOMER ? 5 : DEMO_CUSTOMER);
  const [contested, other] = suitable(trade, customer, LINE, USUAL);
  if (contested === undefined || other === undefined) return [];
  for (const [who, name] of [
    [faster, contested],
    [customer, other],
  ] as const)
    sendMemo(trade, who, open(trade, who, LINE, name, round), round.day + 1);
  const [first] = instruct(trade, faster, 'REQUEST', LINE, [contested]);
  const [second] = instruct(trade, customer, 'REQUEST', LINE, [contested, other]);
  return first?.kind === 'instruct' && second?.kind === 'instruct' ? [{ kind: 'race', first, second }] : [];
}

/** A new price agreed for what the customer holds, after a look at the stone (rule: Freezing). */
export function agreedAnew(trade: Trade, customer: DemoCustomer): Step[] {
  const [spell] = heldSpells(trade, customer, LINE).slice(-1);
  if (!spell) return [];
  const { listCents, offer } = trade.shelves.parcel(spell.parcelName);
  spell.priceCents = Math.round((spell.priceCents * 0.95) / 100) * 100;
  return [
    {
      kind: 'reprice-spell',
      parcelName: spell.parcelName,
      customerId: customer.customerId,
      customerPriceCents: spell.priceCents,
      listPriceCents: listCents,
      costCents: offer.costCents,
      reason: 'A small feather at the girdle, seen when it was unpacked.',
    },
  ];
}

/** The trading system writes a second MEMO for what is on memo already. */
export function memoTwice(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const [spell] = heldSpells(trade, customer, LINE);
  if (spell)
    trade.diary.later(round.day + 2, 'documents', () => [
      { kind: 'document', document: trade.papers.write('MEMO', spell, trade.diary.day(round.day + 2)) },
    ]);
  return [];
}

/** A RETURN_MEMO for a stone that the customer never had: somebody mistyped a number. */
export function returnedUnseen(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const [parcelName] = suitable(trade, customer, LINE, USUAL);
  if (parcelName === undefined) return [];
  const spell = open(trade, customer, LINE, parcelName, { ...round, number: Number.MAX_SAFE_INTEGER });
  spell.memo = trade.papers.memoAccount(customer);
  trade.diary.later(round.day + 2, 'documents', () => {
    trade.shelves.release(parcelName, true);
    return [
      {
        kind: 'document',
        document: trade.papers.write('RETURN_MEMO', spell, trade.diary.day(round.day + 2)),
      },
    ];
  });
  return [];
}

/**
 * Reported as on its way back, or sold, with no document since: for longer than it should take (rule:
 * Anomalies).
 */
export function neverHeardOf(intent: 'RETURN' | 'SOLD') {
  return (trade: Trade, customer: DemoCustomer): Step[] => {
    const [spell] = heldSpells(trade, customer, LINE);
    if (!spell) return [];
    spell.state = intent === 'RETURN' ? 'returning' : 'sold';
    return instruct(trade, customer, intent, LINE, [spell.parcelName]);
  };
}
