import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { InstructionReply } from '#contracts/api/stones.ts';
import type { Frozen } from '#contracts/events/index.ts';
import { type Intent } from '#contracts/vocabulary/statuses.ts';
import { earliestInstant, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { correctHistory, placeInstruction, recordDocument } from '#services/stones/index.ts';
import { dateChangeOf } from './history-steps.ts';
import { liveEntries, plainView, type ModelEvent, type PlainView } from './plain-life-cycle-model.ts';
import { PRICE, type Move } from './random-moves.ts';
import { exposureNow, viewsOf, type Parcels } from './read-model-comparison.ts';
import {
  ADMINISTRATOR,
  eventsOf,
  INTENT_OF,
  listing,
  openInstructionsOf,
  registerCustomer,
  recordNow,
  WALKER,
  ZONE,
  type PlacedEvent,
  type Vitrine,
} from './walked-vitrine.ts';

/** The moves of a walk: what each does to Vitrine, and what it must answer by the plain model. */

const HOUR = 3_600_000;
/** The third customer may have one stone at most. */
const MAXIMUM = PRICE;

/** One walk's world: three parcels and three customers of its own. */
export type Walk = { vitrine: Vitrine; customers: number[]; parcelNames: string[] };
let walks = 0;

export async function newWalk(vitrine: Vitrine): Promise<Walk> {
  const run = ++walks;
  vitrine.clock.set('2026-03-05T15:00:00.000Z');
  const walk = {
    vitrine,
    customers: [1, 2, 3].map((n) => run * 10 + n),
    parcelNames: [1, 2, 3].map((n) => `W${run}-${n}`),
  };
  for (const [index, customerId] of walk.customers.entries())
    await registerCustomer(vitrine, customerId, index === 2 ? MAXIMUM : 0);
  for (const name of walk.parcelNames) await recordNow(vitrine, name, randomUUID(), listing(name));
  vitrine.clock.advance(HOUR);
  return walk;
}

/** What each parcel's stream holds now. */
export async function recorded(walk: Walk): Promise<Parcels> {
  const parcels = new Map<string, PlacedEvent[]>();
  for (const name of walk.parcelNames) parcels.set(name, await eventsOf(walk.vitrine, name));
  return parcels;
}

const refused = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  throw error;
};

const headOf = (parcels: Parcels): number =>
  [...parcels.values()].reduce((sum, events) => sum + events.length, 0);

/** By the status, and where it would be of the holding that is open now, or of one that stays open. */
function allows(
  { vitrine: { clock } }: Walk,
  parcels: Parcels,
  name: string,
  intent: Intent,
  customerId: number,
): boolean {
  const events = parcels.get(name)!;
  const view = plainView(events, ZONE);
  if (intent === 'REQUEST' && view.status !== 'AVAILABLE') return false;
  if (intent !== 'REQUEST' && view.holder !== customerId) return false;
  if (intent !== 'REQUEST' && view.status !== 'CUSTOMER' && view.status !== 'REQUESTED') return false;
  const effectiveAt = clock.now().toISOString();
  const common = { id: 'effect', recordedAt: effectiveAt };
  const data = { customerId, instructionId: 'effect', effectiveAt };
  const effect: ModelEvent =
    intent === 'REQUEST'
      ? { ...common, type: 'StoneRequested', data: { ...data, frozen: frozenNow(parcels, name) } }
      : { ...common, type: intent === 'SOLD' ? 'StoneSold' : 'StoneReturned', data };
  const spell = spellOf(plainView([...events, effect], ZONE), 'effect');
  return intent === 'REQUEST'
    ? spell?.end === null
    : spell?.key === view.spells.find(({ end }) => end === null)?.key;
}

const spellOf = ({ spells }: PlainView, eventId: string): PlainView['spells'][number] | undefined =>
  spells.find(({ entryIds }) => entryIds.includes(eventId));

const listPrice = (parcels: Parcels, name: string): number =>
  parcels
    .get(name)!
    .flatMap((event) =>
      event.type === 'StoneListed' || event.type === 'StoneRepriced' ? [event.data.totalCents] : [],
    )
    .at(-1)!;

/** What a request would freeze now, less the customer's discount of 2 %. */
const frozenNow = (parcels: Parcels, name: string): Frozen => {
  const listPriceCents = listPrice(parcels, name);
  return {
    customerPriceCents: Math.floor(listPriceCents * 0.98 + 0.5),
    listPriceCents,
    costCents: 0,
    giaRoundDiscountPpm: 20_000,
    attributes: { weight: 1 },
  };
};

const instruct = (
  { vitrine }: Walk,
  customerId: number,
  intent: Intent,
  parcelNames: readonly string[],
  key: string,
  context = vitrine.context,
): Promise<InstructionReply | Refusal> =>
  placeInstruction(
    context,
    { actor: WALKER, staff: false, customerId, seesValues: true },
    { intent, line: 'natural', parcelNames, key },
  ).catch(refused);

/** All or nothing: the rules allow every parcel, and the maximum. */
function allowsAll(
  walk: Walk,
  parcels: Parcels,
  intent: Intent,
  customerId: number,
  names: readonly string[],
): boolean {
  const views = viewsOf(parcels);
  const price = names.reduce((sum, name) => sum + frozenNow(parcels, name).customerPriceCents, 0);
  const withinMaximum =
    intent !== 'REQUEST' ||
    customerId !== walk.customers[2] ||
    exposureNow(views, customerId) + price <= MAXIMUM;
  return names.every((name) => allows(walk, parcels, name, intent, customerId)) && withinMaximum;
}

/** Done when everything is allowed, refused and nothing written otherwise; the same key changes nothing. */
async function moveInstruct(
  walk: Walk,
  { who: index, action: intent, parcels: chosen, twice }: Extract<Move, { kind: 'instruct' }>,
): Promise<void> {
  const customerId = walk.customers[index]!;
  const names = chosen.map((n) => walk.parcelNames[n]!);
  const before = await recorded(walk);
  const allowed = allowsAll(walk, before, intent, customerId, names);

  const key = randomUUID();
  const answer = await instruct(walk, customerId, intent, names, key);
  const after = await recorded(walk);
  if (!allowed) {
    expect(answer).toBeInstanceOf(Refusal);
    expect(answer).toMatchObject({ status: 402 });
    expect(headOf(after)).toBe(headOf(before));
    return;
  }
  expect(answer).toMatchObject({ done: names, declined: [] });
  expect(headOf(after)).toBe(headOf(before) + names.length);
  if (!twice) return;
  expect(await instruct(walk, customerId, intent, names, key)).toEqual(answer);
  expect(await instruct(walk, customerId, intent, [walk.parcelNames[0]!, 'other'], key)).toMatchObject({
    status: 409,
  });
  expect(headOf(await recorded(walk))).toBe(headOf(after));
}

class Killed extends Error {}

/** The event store as a process has it that is killed at its n-th append: before that is written, or before it hears so. */
function dyingStore(events: EventStore, appends: number, written: boolean): EventStore {
  let left = appends;
  return {
    ...events,
    async append(...call) {
      if (left-- > 0) return events.append(...call);
      if (left === -1 && written) await events.append(...call);
      throw new Killed();
    },
  };
}

/** Killed in the middle and asked again with the same key: finished once, nothing half done, nothing twice. */
async function moveKilled(
  walk: Walk,
  { who: index, action: intent, parcels: chosen, afterAppends, written }: Extract<Move, { kind: 'killed' }>,
): Promise<void> {
  const customerId = walk.customers[index]!;
  const names = chosen.map((n) => walk.parcelNames[n]!);
  const before = await recorded(walk);
  const allowed = allowsAll(walk, before, intent, customerId, names);
  const key = randomUUID();
  const dying = {
    ...walk.vitrine.context,
    events: dyingStore(walk.vitrine.context.events, afterAppends, written),
  };
  await instruct(walk, customerId, intent, names, key, dying).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
  const answer = await instruct(walk, customerId, intent, names, key);
  if (allowed) expect(answer).toMatchObject({ done: names, declined: [] });
  else expect(answer).toMatchObject({ status: 402 });
  expect(headOf(await recorded(walk))).toBe(headOf(before) + (allowed ? names.length : 0));
  expect(await openInstructionsOf(walk.vitrine, customerId)).toEqual([]);
}

/** All three customers at the same time: one gets the stone when it may, and was allowed to by what was recorded before. */
async function moveRace(
  walk: Walk,
  { action: intent, parcel: n }: Extract<Move, { kind: 'race' }>,
): Promise<void> {
  const name = walk.parcelNames[n]!;
  const before = await recorded(walk);
  const answers = await Promise.all(
    walk.customers.map((customerId) => instruct(walk, customerId, intent, [name], randomUUID())),
  );
  const winners = answers.filter((answer) => !(answer instanceof Refusal) && answer.done.length === 1);

  const events = (await recorded(walk)).get(name)!;
  const upTo = (count: number): Parcels => new Map(before).set(name, events.slice(0, count));
  const known = before.get(name)!.length;
  const granted = events.filter(({ type }, index) => index >= known && type !== 'InstructionDeclined');
  expect(winners.length).toBe(granted.length);
  for (const event of granted) {
    if (!('customerId' in event.data)) throw new Error('an event that no customer asked for');
    expect(allowsAll(walk, upTo(events.indexOf(event)), intent, event.data.customerId, [name])).toBe(true);
  }
  const isFree = walk.customers.some((customerId) => allowsAll(walk, before, intent, customerId, [name]));
  expect(winners.length).toBe(isFree ? 1 : 0);
  for (const customerId of walk.customers)
    expect(await openInstructionsOf(walk.vitrine, customerId)).toEqual([]);
}

async function moveDocument(walk: Walk, move: Extract<Move, { kind: 'document' }>): Promise<void> {
  const parcelName = walk.parcelNames[move.parcel]!;
  const then = new Date(walk.vitrine.clock.now().getTime() - move.lateDays * 24 * HOUR).toISOString();
  const document = {
    parcelName,
    instance: 'VITRINE',
    docType: move.docType,
    docNo: `${parcelName}-${move.docNo}`,
    line: 1,
    version: move.version,
    customerId: walk.customers[move.who]!,
    accountCode: '01-01-0001',
    amountCents: move.amountCents,
    effectiveAt: move.bare ? houseDayOf(then, ZONE) : then,
  };
  const known = (await recorded(walk))
    .get(parcelName)!
    .some(
      (event) =>
        event.type === 'DocumentReceived' &&
        event.data.docType === move.docType &&
        event.data.docNo === document.docNo &&
        event.data.version === move.version,
    );
  expect(await recordDocument(walk.vitrine.context, document)).toBe(known ? 'already' : 'recorded');
  expect(await recordDocument(walk.vitrine.context, document)).toBe('already');
}

/** The last live entry, if it is an intent of the named kind; a new date after every other entry and not in the future. */
async function moveCorrect(walk: Walk, move: Extract<Move, { kind: 'correct' }>): Promise<void> {
  const parcelName = walk.parcelNames[move.parcel]!;
  const before = await recorded(walk);
  const events = before.get(parcelName)!;
  const { correctable } = viewsOf(before).get(parcelName)!;
  const target = events.find((event) => event.id === correctable);
  const named = move.action ?? INTENT_OF[target?.type ?? ''] ?? 'REQUEST';
  const now = walk.vitrine.clock.now().getTime();
  const live = liveEntries(events);
  const others = live.filter((entry) => entry.eventId !== correctable);
  const newest = others
    .map((entry) => earliestInstant(entry.effectiveAt, ZONE))
    .sort()
    .at(-1);
  const back = typeof move.newDate === 'number' ? new Date(now - move.newDate * HOUR).toISOString() : newest;
  const newDate = move.newDate === 'none' ? undefined : back;
  const allowed =
    target !== undefined &&
    named === INTENT_OF[target.type] &&
    (newDate === undefined ||
      (Date.parse(newDate) <= now &&
        others.every((entry) => earliestInstant(entry.effectiveAt, ZONE) < newDate) &&
        staysLast(events, target.id, newDate, new Date(now).toISOString())));

  const answer = await correctHistory(
    walk.vitrine.context,
    ADMINISTRATOR,
    { parcelName, intent: named, ...(newDate === undefined ? {} : { newDate }) },
    { key: randomUUID() },
  ).catch(refused);
  const after = (await recorded(walk)).get(parcelName)!;
  const stands = live.find((entry) => entry.eventId === correctable)?.effectiveAt === newDate;
  if (allowed && newDate !== undefined && stands) {
    expect(after.length).toBe(events.length);
    return;
  }
  if (!allowed) {
    expect(answer).toMatchObject({ status: 402 });
    expect(after.length).toBe(events.length);
    return;
  }
  expect(answer).not.toBeInstanceOf(Refusal);
  expect(after.at(-1)).toMatchObject({
    type: newDate === undefined ? 'EventUndone' : 'EventDateChanged',
    data: { eventId: correctable },
  });
}

/** It would still be the last entry, of the same holding: a bare-dated document of that day may go after it. */
function staysLast(
  events: readonly ModelEvent[],
  eventId: string,
  newDate: string,
  effectiveAt: string,
): boolean {
  const after = plainView([...events, dateChangeOf(eventId, newDate, 'change', effectiveAt)], ZONE);
  const before = spellOf(plainView(events, ZONE), eventId);
  return after.correctable === eventId && spellOf(after, eventId)?.key === before?.key;
}

async function moveVendor(walk: Walk, { parcel: n, word }: Extract<Move, { kind: 'vendor' }>): Promise<void> {
  await recordNow(walk.vitrine, walk.parcelNames[n]!, randomUUID(), (effectiveAt) => {
    if (word === 'withdraw')
      return { type: 'StoneWithdrawn', data: { reason: 'sold elsewhere', effectiveAt } };
    if (word === 'reinstate') return { type: 'StoneReinstated', data: { effectiveAt } };
    return { type: 'StoneRepriced', data: { costCents: 950_000, totalCents: 1_050_025, effectiveAt } };
  });
}

/** Time passes, then the move is made; fails when its answer is not the model's. */
export async function make(walk: Walk, move: Move): Promise<void> {
  walk.vitrine.clock.advance(move.hours * HOUR + 1);
  switch (move.kind) {
    case 'instruct':
      return moveInstruct(walk, move);
    case 'race':
      return moveRace(walk, move);
    case 'killed':
      return moveKilled(walk, move);
    case 'document':
      return moveDocument(walk, move);
    case 'correct':
      return moveCorrect(walk, move);
    case 'vendor':
      return moveVendor(walk, move);
  }
}
