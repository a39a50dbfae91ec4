import type { StoneEvent } from '#contracts/events/index.ts';
import type { Frozen, StoneAttributes } from '#contracts/events/stone-events.ts';
import type { SpellEnd } from '#contracts/lifecycle/parcel-types.ts';
import type { EffectiveAt, Instant } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { DocType, Intent, Status } from '#contracts/vocabulary/statuses.ts';

/**
 * One entry after another, by the table (rule: Status). Everything here is a value: nothing is changed in
 * place.
 */

type Fields = { eventId: string; customerId: number; effectiveAt: EffectiveAt };
type Document = Fields & {
  type: DocType;
  identity: string;
  amountCents: number;
  giaRoundDiscountPpm: number;
};
/** An intent, document or repricing at the time it counts. */
export type Entry =
  | Document
  | (Fields & { type: 'REQUEST'; frozen: Frozen })
  | (Fields & { type: 'RETURN' | 'SOLD' })
  | (Fields & { type: 'REPRICING'; customerPriceCents: number; listPriceCents: number; costCents: number });

/** An event of the parcel's stream. */
export type ModelEvent = StoneEvent & { id: string; recordedAt: Instant };

export type Spell = {
  key: string;
  customerId: number;
  frozen: Frozen;
  lastDocument: 'MEMO' | 'INVOICE' | null;
  lastIntent: Intent | null;
  end: SpellEnd | null;
  entryIds: readonly string[];
};
type Invoice = { eventId: string; customerId: number; spellKey: string; credited: boolean };
export type Anomaly = { eventId: string; reason: string };
export type World = { spells: readonly Spell[]; invoices: readonly Invoice[]; anomalies: readonly Anomaly[] };

export const emptyWorld: World = { spells: [], invoices: [], anomalies: [] };

const TABLE: Record<'none' | 'MEMO' | 'INVOICE', Record<'none' | Intent, Status>> = {
  none: { none: 'AVAILABLE', REQUEST: 'REQUESTED', RETURN: 'AVAILABLE', SOLD: 'SOLD' },
  MEMO: { none: 'CUSTOMER', REQUEST: 'CUSTOMER', RETURN: 'PENDING_RETURN', SOLD: 'SOLD' },
  INVOICE: { none: 'INVOICED', REQUEST: 'INVOICED', RETURN: 'INVOICED', SOLD: 'INVOICED' },
};

/** Status by the spell's last document and last intent; of a closed spell, of the moment before its end. */
export function spellStatus(spell: Spell): Status {
  return TABLE[spell.lastDocument ?? 'none'][spell.lastIntent ?? 'none'];
}

/** The one spell that has not ended. */
export function openSpellOf(world: World): Spell | null {
  return world.spells.find((spell) => spell.end === null) ?? null;
}

/** List prices and descriptions through time. */
export type ListHistory = {
  line: Line;
  prices: { at: Instant; costCents: number; totalCents: number }[];
  descriptions: { at: Instant; attributes: StoneAttributes }[];
  /** The last moment of an entry's date: a bare day's end. */
  lastMomentOf: (at: EffectiveAt) => Instant;
};

/** What the vendor states of the stone, in business time; what was learnt later comes later. */
export function vendorFacts(events: readonly ModelEvent[]): ModelEvent[] {
  const key = (event: ModelEvent): string => `${event.data.effectiveAt} ${event.recordedAt} ${event.id}`;
  return events
    .filter((event) => VENDOR_FACTS.includes(event.type))
    .sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
const VENDOR_FACTS = ['StoneListed', 'StoneDescribed', 'StoneRepriced', 'StoneWithdrawn', 'StoneReinstated'];

/** What the vendor stated of the stone and its price, in business time. */
export function listHistoryOf(
  events: readonly ModelEvent[],
  lastMomentOf: (at: EffectiveAt) => Instant,
): ListHistory {
  const facts = vendorFacts(events);
  const listed = facts.find((event) => event.type === 'StoneListed');
  return {
    line: listed?.type === 'StoneListed' ? listed.data.line : 'natural',
    prices: facts.flatMap((event) =>
      event.type === 'StoneListed' || event.type === 'StoneRepriced'
        ? [{ at: event.data.effectiveAt, costCents: event.data.costCents, totalCents: event.data.totalCents }]
        : [],
    ),
    descriptions: facts.flatMap((event) =>
      event.type === 'StoneListed' || event.type === 'StoneDescribed'
        ? [{ at: event.data.effectiveAt, attributes: event.data.attributes }]
        : [],
    ),
    lastMomentOf,
  };
}

const inForce = <T extends { at: Instant }>(rows: readonly T[], at: Instant): T | undefined =>
  rows.filter((row) => row.at <= at).at(-1) ?? rows[0];

/** A document that opens a spell freezes the list price at its date, else the earliest known, less the GIA round discount. */
function frozenByDocument(
  effectiveAt: EffectiveAt,
  giaRoundDiscountPpm: number,
  history: ListHistory,
): Frozen {
  const price = inForce(history.prices, history.lastMomentOf(effectiveAt)) ?? { costCents: 0, totalCents: 0 };
  const attributes = inForce(history.descriptions, history.lastMomentOf(effectiveAt))?.attributes ?? {
    weight: 1,
  };
  const giaRound = history.line === 'natural' && attributes.lab === 'GIA' && attributes.shapeCode === 'RD';
  const exactPpmCents = price.totalCents * (giaRound ? 1_000_000 - giaRoundDiscountPpm : 1_000_000);
  return {
    customerPriceCents: Math.floor(exactPpmCents / 1_000_000 + 0.5),
    listPriceCents: price.totalCents,
    costCents: price.costCents,
    giaRoundDiscountPpm,
    attributes,
  };
}

const flag = (world: World, entry: Entry, reason: string): World => ({
  ...world,
  anomalies: [...world.anomalies, { eventId: entry.eventId, reason }],
});

const change = (world: World, key: string, changes: Partial<Spell>): World => ({
  ...world,
  spells: world.spells.map((spell) => (spell.key === key ? { ...spell, ...changes } : spell)),
});

const take = (world: World, spell: Spell, entry: Entry, changes: Partial<Spell>): World =>
  change(world, spell.key, { ...changes, entryIds: [...spell.entryIds, entry.eventId] });

const open = (
  world: World,
  entry: Entry,
  frozen: Frozen,
  first: Pick<Spell, 'lastDocument' | 'lastIntent'>,
): World => ({
  ...world,
  spells: [
    ...world.spells,
    {
      key: entry.eventId,
      customerId: entry.customerId,
      frozen,
      ...first,
      end: null,
      entryIds: [entry.eventId],
    },
  ],
});

/** Custody proven by a document ends what another customer has: a holding with an anomaly, a mere request by declining it. */
function endOthersSpell(world: World, entry: Entry): World {
  const other = openSpellOf(world);
  if (!other || other.customerId === entry.customerId) return world;
  if (other.lastDocument === null)
    return flag(change(world, other.key, { end: 'DECLINED' }), entry, 'another customer had requested it');
  return flag(change(world, other.key, { end: 'SUPERSEDED' }), entry, 'another customer held it');
}

/** The world after one more entry (rule: Opening and closing; rule: Custody). */
export function step(world: World, entry: Entry, history: ListHistory): World {
  const standing = openSpellOf(world);
  const own = standing?.customerId === entry.customerId ? standing : null;
  switch (entry.type) {
    case 'REQUEST':
      if (own)
        return flag(
          take(world, own, entry, { lastIntent: 'REQUEST' }),
          entry,
          'requested what the customer has',
        );
      if (standing) return flag(world, entry, 'declined: another customer has it');
      return open(world, entry, entry.frozen, { lastDocument: null, lastIntent: 'REQUEST' });
    case 'RETURN':
    case 'SOLD':
      return intent(world, entry, own);
    case 'REPRICING': {
      if (!own) return flag(world, entry, 'nothing to reprice');
      const { customerPriceCents, listPriceCents, costCents } = entry;
      return take(world, own, entry, {
        frozen: { ...own.frozen, customerPriceCents, listPriceCents, costCents },
      });
    }
    case 'MEMO':
      return memo(world, entry, own, history);
    case 'INVOICE':
      return invoice(world, entry, own, history);
    case 'RETURN_MEMO':
      return returnMemo(world, entry, own);
    case 'CREDIT':
      return credit(world, entry);
  }
}

/** The anomaly of an amount that is not the price of the spell. */
export const OTHER_AMOUNT = 'the amount is not the price of the spell';

function checkAmount(world: World, entry: Document, frozen: Frozen): World {
  return entry.amountCents === frozen.customerPriceCents ? world : flag(world, entry, OTHER_AMOUNT);
}

function intent(world: World, entry: Extract<Entry, { type: 'RETURN' | 'SOLD' }>, own: Spell | null): World {
  if (!own) return flag(world, entry, 'the customer does not have it');
  const offered = spellStatus(own) === 'CUSTOMER' || spellStatus(own) === 'REQUESTED';
  const checked = offered ? world : flag(world, entry, 'this status does not offer it');
  if (entry.type === 'RETURN' && own.lastDocument === null)
    return take(checked, own, entry, { end: 'WITHDRAWN' });
  return take(checked, own, entry, { lastIntent: entry.type });
}

function memo(world: World, entry: Document, own: Spell | null, history: ListHistory): World {
  if (own?.lastDocument === 'MEMO')
    return checkAmount(flag(take(world, own, entry, {}), entry, 'a second memo'), entry, own.frozen);
  if (own && own.lastDocument === null)
    return checkAmount(take(world, own, entry, { lastDocument: 'MEMO' }), entry, own.frozen);
  let before = own
    ? flag(change(world, own.key, { end: 'SUPERSEDED' }), entry, 'a memo after an invoice')
    : endOthersSpell(world, entry);
  const newest = world.spells.filter((spell) => spell.customerId === entry.customerId).at(-1);
  if (newest?.end === 'WITHDRAWN') before = flag(before, entry, 'a memo after the request was withdrawn');
  const frozen = frozenByDocument(entry.effectiveAt, entry.giaRoundDiscountPpm, history);
  return checkAmount(open(before, entry, frozen, { lastDocument: 'MEMO', lastIntent: null }), entry, frozen);
}

function invoice(world: World, entry: Document, own: Spell | null, history: ListHistory): World {
  const noted = (after: World, spellKey: string): World => ({
    ...after,
    invoices: [
      ...after.invoices,
      { eventId: entry.eventId, customerId: entry.customerId, spellKey, credited: false },
    ],
  });
  if (own) {
    const before = own.lastDocument === 'INVOICE' ? flag(world, entry, 'a second invoice') : world;
    return checkAmount(
      noted(take(before, own, entry, { lastDocument: 'INVOICE' }), own.key),
      entry,
      own.frozen,
    );
  }
  const before = endOthersSpell(world, entry);
  // The customer's last document is a RETURN_MEMO: that spell was sold after all.
  const documented = before.spells
    .filter((spell) => spell.customerId === entry.customerId && spell.lastDocument !== null)
    .at(-1);
  if (documented?.end === 'RETURNED')
    return checkAmount(
      noted(take(before, documented, entry, { lastDocument: 'INVOICE', end: null }), documented.key),
      entry,
      documented.frozen,
    );
  const frozen = frozenByDocument(entry.effectiveAt, entry.giaRoundDiscountPpm, history);
  return checkAmount(
    noted(open(before, entry, frozen, { lastDocument: 'INVOICE', lastIntent: null }), entry.eventId),
    entry,
    frozen,
  );
}

function returnMemo(world: World, entry: Document, own: Spell | null): World {
  if (!own) return flag(world, entry, 'the customer does not have it');
  if (own.lastDocument === 'INVOICE')
    return checkAmount(
      flag(take(world, own, entry, {}), entry, 'only a credit closes an invoiced spell'),
      entry,
      own.frozen,
    );
  const before = own.lastDocument === null ? flag(world, entry, 'no memo came before') : world;
  return checkAmount(take(before, own, entry, { end: 'RETURNED' }), entry, own.frozen);
}

function credit(world: World, entry: Document): World {
  const credited = world.invoices
    .filter((one) => one.customerId === entry.customerId && !one.credited)
    .at(-1);
  const spell = world.spells.find((one) => one.key === credited?.spellKey);
  if (!credited || !spell) return flag(world, entry, 'no invoice to credit');
  const invoices = world.invoices.map((one) => (one === credited ? { ...one, credited: true } : one));
  const goesOn = invoices.some((one) => one.spellKey === spell.key && !one.credited);
  return checkAmount(
    take({ ...world, invoices }, spell, entry, goesOn ? {} : { end: 'CREDITED' }),
    entry,
    spell.frozen,
  );
}
