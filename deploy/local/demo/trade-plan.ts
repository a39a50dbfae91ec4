import type { Actor, CustomerTerms } from '#contracts/events/index.ts';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { DEMO_CUSTOMER, DEMO_REP_EMAIL, type DemoCustomer, type Habit } from './demo-customers.ts';
import type { Diary } from './diary.ts';
import type { Paperwork } from './paperwork.ts';
import type { Random } from '#services/platform/random.ts';
import type { PlannedSpell, Shelves } from './shelves.ts';
import type { Step } from './steps.ts';

/** What the planning of trade works on; all of it moves on as the plan is walked through. */
export type Trade = {
  random: Random;
  diary: Diary;
  shelves: Shelves;
  papers: Paperwork;
  customerOf(customerId: number): DemoCustomer;
  /** As known on the day that is planned. */
  termsOf(customerId: number): CustomerTerms;
};

/** A round of intents: which one it is (from 0), and on which day. */
export type Round = { number: number; day: number };

const REMARKS = [
  'For an appointment on Saturday.',
  'Client prefers a slightly warmer stone.',
  'Please send with the next parcel.',
  'Anniversary upgrade.',
  'Window display until the end of the month.',
];
/** Documents follow intents: a memo and an invoice a day later, a returned parcel is received four days later. */
const MEMO_AFTER = 1;
const RECEIVED_AFTER = 4;
const CREDIT_AFTER = 21;
/** Requests stay so far below the maximum that no other moment's figures matter. */
const HEADROOM = 0.93;

/** Who gives a customer's instructions: mostly its own user, for her own customers now and then the demo's rep. */
export function actorFor(random: Random, customer: DemoCustomer): Actor {
  if (customer.customerId === DEMO_CUSTOMER) return { username: 'demo-customer', role: 'customer' };
  if (customer.identity.salesRepEmail === DEMO_REP_EMAIL && random.chance(0.4))
    return { username: 'demo-rep', role: 'salesRep' };
  return { username: usernameOf(customer), role: 'customer' };
}

/** The user name of a customer's own user: the word that its mail address is made of. */
export function usernameOf(customer: DemoCustomer): string {
  return /@([a-z]+)\./.exec(customer.identity.email)?.[1] ?? `customer-${customer.customerId}`;
}

/** One customer's instruction over parcels of a line. */
export function instruct(
  trade: Trade,
  customer: DemoCustomer,
  intent: Intent,
  line: Line,
  parcelNames: readonly string[],
): Step[] {
  if (parcelNames.length === 0) return [];
  const remarks = trade.random.chance(0.15) ? { remarks: trade.random.pick(REMARKS) } : {};
  return [
    {
      kind: 'instruct',
      actor: actorFor(trade.random, customer),
      customerId: customer.customerId,
      intent,
      line,
      parcelNames: [...parcelNames],
      ...remarks,
    },
  ];
}

/** What a customer does in a round: gives back and sells what it has had for long enough, and asks for as much again. */
export function tradeOfRound(trade: Trade, customer: DemoCustomer, round: Round): Step[] {
  const steps: Step[] = [];
  const budget = { spent: 0, exposure: trade.shelves.exposure(customer.customerId) };
  for (const [index, line] of LINES.entries()) {
    const habit = customer.habits[line];
    // Loose diamonds in every round, the other lines by turns.
    if (!habit || (line !== 'natural' && (round.number + customer.customerId + index) % 2 === 0)) continue;
    const ending = heldSpells(trade, customer, line).filter((spell) => spell.endsAt <= round.number);
    steps.push(
      ...giveBack(
        trade,
        customer,
        line,
        ending.filter((spell) => spell.ends === 'RETURN'),
        round,
      ),
    );
    steps.push(
      ...sell(
        trade,
        customer,
        line,
        ending.filter((spell) => spell.ends === 'SOLD'),
        round,
      ),
    );
    const has = trade.shelves
      .spells(customer.customerId)
      .filter((spell) => spell.line === line && ['requested', 'held'].includes(spell.state)).length;
    const most = Math.max(1, Math.ceil(habit.pieces / 2));
    steps.push(
      ...ask(
        trade,
        customer,
        line,
        habit,
        Math.min(habit.pieces - has, trade.random.int(1, most)),
        round,
        budget,
      ),
    );
  }
  return steps;
}

export function heldSpells(trade: Trade, customer: DemoCustomer, line: Line): PlannedSpell[] {
  return trade.shelves
    .spells(customer.customerId)
    .filter((spell) => spell.line === line && spell.state === 'held');
}

/** RETURN, and the RETURN_MEMO some days later; now and then the goods come back without a word. */
export function giveBack(
  trade: Trade,
  customer: DemoCustomer,
  line: Line,
  spells: readonly PlannedSpell[],
  round: Round,
): Step[] {
  const announced: string[] = [];
  for (const spell of spells) {
    spell.state = 'returning';
    if (!trade.random.chance(0.04)) announced.push(spell.parcelName);
    trade.diary.later(round.day + RECEIVED_AFTER, 'documents', () => {
      const date = trade.diary.day(round.day + RECEIVED_AFTER - (trade.random.chance(0.3) ? 1 : 0));
      trade.shelves.release(spell.parcelName);
      return [{ kind: 'document', document: trade.papers.write('RETURN_MEMO', spell, date) }];
    });
  }
  return instruct(trade, customer, 'RETURN', line, announced);
}

/** SOLD, and the INVOICE the day after (or as late as given); a few sales are credited. */
export function sell(
  trade: Trade,
  customer: DemoCustomer,
  line: Line,
  spells: readonly PlannedSpell[],
  round: Round,
  recordedAfter = MEMO_AFTER,
  amount?: (price: Cents) => Cents,
): Step[] {
  for (const spell of spells) {
    spell.state = 'sold';
    trade.diary.later(round.day + recordedAfter, 'documents', () => {
      trade.shelves.release(spell.parcelName, true);
      if (trade.random.chance(0.06)) credit(trade, spell, round.day + recordedAfter + CREDIT_AFTER);
      return [
        {
          kind: 'document',
          document: trade.papers.write(
            'INVOICE',
            spell,
            trade.diary.day(round.day + MEMO_AFTER),
            amount?.(spell.priceCents),
          ),
        },
      ];
    });
  }
  return instruct(
    trade,
    customer,
    'SOLD',
    line,
    spells.map(({ parcelName }) => parcelName),
  );
}

function credit(trade: Trade, spell: PlannedSpell, day: number): void {
  trade.diary.later(day, 'documents', () => {
    trade.shelves.restore(spell.parcelName);
    return [{ kind: 'document', document: trade.papers.write('CREDIT', spell, trade.diary.day(day)) }];
  });
}

/** REQUEST of parcels that suit the customer, as far as its maximum goes, and their MEMO the day after. */
export function ask(
  trade: Trade,
  customer: DemoCustomer,
  line: Line,
  habit: Habit,
  count: number,
  round: Round,
  budget: { spent: Cents; exposure: Cents },
): Step[] {
  const wanted: string[] = [];
  let left = count;
  for (const parcelName of suitable(trade, customer, line, habit)) {
    if (left <= 0) break;
    const price = trade.shelves.price(trade.termsOf(customer.customerId), parcelName);
    const { maxInventoryCents } = trade.termsOf(customer.customerId);
    if (maxInventoryCents > 0 && budget.exposure + budget.spent + price > HEADROOM * maxInventoryCents)
      continue;
    budget.spent += price;
    const spell = open(trade, customer, line, parcelName, round);
    sendMemo(trade, customer, spell, round.day + MEMO_AFTER);
    // Some goods go out on memo before anybody asked for them in the portal.
    if (!trade.random.chance(0.03)) wanted.push(parcelName);
    left -= 1;
  }
  return instruct(trade, customer, 'REQUEST', line, wanted);
}

/** Parcels the customer may have and would like, in a random order. */
export function suitable(trade: Trade, customer: DemoCustomer, line: Line, habit: Habit): string[] {
  const [low, high] = habit.dollars;
  const fits = trade.shelves.free(line).filter(({ offer, listCents }) => {
    const dollars = listCents / 100;
    return dollars >= low && dollars <= high && (offer.attributes.lab !== 'FM' || customer.access.fmAllowed);
  });
  const names = fits.map(({ offer }) => offer.parcelName);
  for (let index = names.length - 1; index > 0; index -= 1) {
    const other = trade.random.int(0, index);
    [names[index], names[other]] = [names[other]!, names[index]!];
  }
  return names;
}

/** The customer's spell of a parcel begins; how it will end, and after how many rounds, is decided now. */
export function open(
  trade: Trade,
  customer: DemoCustomer,
  line: Line,
  parcelName: string,
  round: Round,
): PlannedSpell {
  const exceptional = trade.shelves.parcel(parcelName).offer.attributes.tier === 'Exceptional';
  const spell: PlannedSpell = {
    customerId: customer.customerId,
    parcelName,
    line,
    priceCents: trade.shelves.price(trade.termsOf(customer.customerId), parcelName),
    memo: null,
    // Exceptional stones are for showing only: back within 20 days (rule: Exceptional tier).
    endsAt: round.number + (exceptional ? 1 : trade.random.int(1, 5)),
    ends: !exceptional && trade.random.chance(customer.sells) ? 'SOLD' : 'RETURN',
    state: 'requested',
  };
  trade.shelves.take(spell);
  return spell;
}

/** The MEMO of a requested parcel, unless the request was taken back before. */
export function sendMemo(trade: Trade, customer: DemoCustomer, spell: PlannedSpell, day: number): void {
  trade.diary.later(day, 'documents', () => {
    if (trade.shelves.spellOf(spell.parcelName) !== spell) return [];
    spell.state = 'held';
    spell.memo = trade.papers.memoAccount(customer);
    return [{ kind: 'document', document: trade.papers.write('MEMO', spell, trade.diary.day(day)) }];
  });
}
