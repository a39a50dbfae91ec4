import { customerPrice } from './customer-price.ts';
import { addDays, isBareDay, startOfHouseDay, type Instant } from '../vocabulary/house-time.ts';
import { actionsOf, type DocType, type Intent, type Status } from '../vocabulary/statuses.ts';
import type { Frozen } from '../events/stone-events.ts';
import type { Anomaly, LiveEntry, ParcelState, SpellEnd } from './parcel-types.ts';

/** A spell during the fold. `lastDocument` and `lastIntent` determine its status (rule: Status). */
export type SpellDraft = {
  key: string;
  customerId: number;
  frozen: Frozen;
  lastDocument: 'MEMO' | 'INVOICE' | null;
  lastIntent: Intent | null;
  end: SpellEnd | null;
  /** With the CREDIT that took it back, or null. */
  invoices: { eventId: string; creditId: string | null }[];
  entryIds: string[];
};

/** Spells so far, the one that holds the parcel now (an index, -1 for none), and what should not have happened. */
export type Custody = { spells: readonly SpellDraft[]; current: number; anomalies: readonly Anomaly[] };

/** What a spell freezes is read from here. */
export type Listing = Pick<ParcelState, 'line' | 'attributes' | 'formerAttributes' | 'prices'> & {
  zone: string;
};

export const noCustody: Custody = { spells: [], current: -1, anomalies: [] };

/** Status by last document and last intent (rule: Status); of a closed spell, the last one before its end. */
export function spellStatus(spell: Pick<SpellDraft, 'lastDocument' | 'lastIntent'>): Status {
  if (spell.lastDocument === 'INVOICE') return 'INVOICED';
  if (spell.lastIntent === 'SOLD') return 'SOLD';
  if (spell.lastDocument === 'MEMO') return spell.lastIntent === 'RETURN' ? 'PENDING_RETURN' : 'CUSTOMER';
  return 'REQUESTED';
}

/**
 * Applies the next live entry. Total: what should not happen sets an anomaly and never throws (rule:
 * Anomalies).
 */
export function step(custody: Custody, entry: LiveEntry, parcel: Listing): Custody {
  switch (entry.type) {
    case 'REQUEST':
      return request(custody, entry);
    case 'RETURN':
    case 'SOLD':
      return returnOrSale(custody, entry, entry.type);
    case 'MEMO':
      return priced(memo(custody, entry, parcel), entry);
    case 'INVOICE':
      return priced(invoice(custody, entry, parcel), entry);
    case 'RETURN_MEMO':
      return returnMemo(custody, entry);
    case 'CREDIT':
      return credit(custody, entry);
    case 'REPRICING':
      return reprice(custody, entry);
  }
}

type Of<Type extends LiveEntry['type']> = Extract<LiveEntry, { type: Type }>;
type Document = Of<DocType>;
type SpellStart = Pick<SpellDraft, 'frozen' | 'lastDocument' | 'lastIntent' | 'invoices'>;

function request(custody: Custody, entry: Of<'REQUEST'>): Custody {
  const spell = custody.spells[custody.current];
  if (!spell)
    return open(custody, entry, {
      frozen: entry.frozen,
      lastDocument: null,
      lastIntent: 'REQUEST',
      invoices: [],
    });
  if (spell.customerId !== entry.customerId)
    return flag(custody, entry, 'requested while another customer had it: declined');
  return intend(custody, entry, 'REQUEST');
}

function returnOrSale(custody: Custody, entry: Of<'RETURN' | 'SOLD'>, intent: 'RETURN' | 'SOLD'): Custody {
  const spell = holdingOf(custody, entry.customerId);
  if (!spell)
    return flag(
      custody,
      entry,
      intent === 'RETURN' ? 'returned without holding it' : 'sold without holding it',
    );
  const after = intend(custody, entry, intent);
  if (intent === 'SOLD' || spell.lastDocument !== null) return after;
  // Of a closed spell the status before its end is kept.
  return close(change(after, custody.current, { lastIntent: spell.lastIntent }), 'WITHDRAWN');
}

/** Sets the last intent of the open spell; an intent that the status did not offer is an anomaly. */
function intend(custody: Custody, entry: LiveEntry, intent: Intent): Custody {
  const spell = custody.spells[custody.current]!;
  const status = spellStatus(spell);
  const after = change(custody, custody.current, {
    lastIntent: intent,
    entryIds: [...spell.entryIds, entry.eventId],
  });
  return actionsOf(status).includes(intent) ? after : flag(after, entry, `${intent} while ${status}`);
}

function memo(custody: Custody, entry: Document, parcel: Listing): Custody {
  const spell = holdingOf(custody, entry.customerId);
  const opened: SpellStart = {
    frozen: frozenAt(parcel, entry),
    lastDocument: 'MEMO',
    lastIntent: null,
    invoices: [],
  };
  if (!spell) {
    const withdrawn = newestOf(custody, entry.customerId)?.end === 'WITHDRAWN';
    const after = open(displace(custody, entry), entry, opened);
    return withdrawn ? flag(after, entry, 'memo after the request was withdrawn') : after;
  }
  if (spell.lastDocument === 'INVOICE') {
    return flag(open(close(custody, 'SUPERSEDED'), entry, opened), entry, 'memo after an invoice');
  }
  const after = join(custody, entry, { lastDocument: 'MEMO' });
  return spell.lastDocument === 'MEMO' ? flag(after, entry, 'a second memo while already on memo') : after;
}

function invoice(custody: Custody, entry: Document, parcel: Listing): Custody {
  const billed = { eventId: entry.eventId, creditId: null };
  const spell = holdingOf(custody, entry.customerId);
  if (spell) {
    const after = join(custody, entry, { lastDocument: 'INVOICE', invoices: [...spell.invoices, billed] });
    return spell.lastDocument === 'INVOICE'
      ? flag(after, entry, 'a second invoice for the same spell')
      : after;
  }
  // Without a new MEMO: requests withdrawn or declined since then prove nothing.
  const returned = custody.spells.findLastIndex(
    (spell) => spell.customerId === entry.customerId && spell.lastDocument !== null,
  );
  const last = custody.spells[returned];
  const free = displace(custody, entry);
  if (last?.end === 'RETURNED') {
    return join({ ...free, current: returned }, entry, {
      lastDocument: 'INVOICE',
      end: null,
      invoices: [...last.invoices, billed],
    });
  }
  return open(free, entry, {
    frozen: frozenAt(parcel, entry),
    lastDocument: 'INVOICE',
    lastIntent: null,
    invoices: [billed],
  });
}

function returnMemo(custody: Custody, entry: Document): Custody {
  const spell = holdingOf(custody, entry.customerId);
  if (!spell) return flag(custody, entry, 'return memo without holding it');
  const joined = priced(join(custody, entry, {}), entry);
  if (spell.lastDocument === 'INVOICE')
    return flag(joined, entry, 'return memo of an invoiced parcel: only a credit closes it');
  const closed = close(joined, 'RETURNED');
  return spell.lastDocument === null ? flag(closed, entry, 'return memo before any memo') : closed;
}

function credit(custody: Custody, entry: Document): Custody {
  const index = custody.spells.findLastIndex(
    (spell) => spell.customerId === entry.customerId && spell.invoices.some((row) => row.creditId === null),
  );
  const spell = custody.spells[index];
  if (!spell) return flag(custody, entry, 'credit without an invoice');
  const last = spell.invoices.findLastIndex((row) => row.creditId === null);
  const invoices = spell.invoices.map((row, at) => (at === last ? { ...row, creditId: entry.eventId } : row));
  const after = change(custody, index, { invoices, entryIds: [...spell.entryIds, entry.eventId] });
  const checked =
    entry.amountCents === spell.frozen.customerPriceCents ? after : flag(after, entry, AMOUNT_DIFFERS);
  if (invoices.some((row) => row.creditId === null)) return checked;
  const ended = change(checked, index, { end: 'CREDITED' });
  return index === custody.current ? { ...ended, current: -1 } : ended;
}

function reprice(custody: Custody, entry: Of<'REPRICING'>): Custody {
  const spell = holdingOf(custody, entry.customerId);
  if (!spell) return flag(custody, entry, 'repriced without holding it');
  const { customerPriceCents, listPriceCents, costCents } = entry;
  return join(custody, entry, {
    frozen: { ...spell.frozen, customerPriceCents, listPriceCents, costCents },
  });
}

/** The anomaly of a document whose amount is another than the spell's price. */
export const AMOUNT_DIFFERS = "the document's amount differs from the spell's price";

function priced(custody: Custody, entry: Document): Custody {
  const spell = holdingOf(custody, entry.customerId);
  return spell && entry.amountCents !== spell.frozen.customerPriceCents
    ? flag(custody, entry, AMOUNT_DIFFERS)
    : custody;
}

/**
 * A document proves another customer's custody: an open request is declined, a holding ends that day (rule:
 * Custody).
 */
function displace(custody: Custody, entry: LiveEntry): Custody {
  const spell = custody.spells[custody.current];
  if (!spell) return custody;
  const proven = spell.lastDocument !== null;
  const reason = proven
    ? `${entry.type} while another customer held it: that holding ends`
    : `${entry.type} while another customer had requested it: that request is declined`;
  return flag(close(custody, proven ? 'SUPERSEDED' : 'DECLINED'), entry, reason);
}

/** Prices and attributes for a spell that a document opens: those at its date (a bare day: its end), else the earliest known. */
function frozenAt(parcel: Listing, entry: Document): Frozen {
  const at = isBareDay(entry.effectiveAt)
    ? startOfHouseDay(addDays(entry.day, 1), parcel.zone)
    : entry.effectiveAt;
  const inForce = isBareDay(entry.effectiveAt)
    ? (since: Instant) => since < at
    : (since: Instant) => since <= at;
  const price = parcel.prices.findLast((row) => inForce(row.effectiveAt)) ??
    parcel.prices[0] ?? { costCents: 0, totalCents: 0 };
  const attributes =
    parcel.formerAttributes.find((row) => !inForce(row.until))?.attributes ?? parcel.attributes;
  const discount = entry.giaRoundDiscountPpm;
  return {
    customerPriceCents: customerPrice(price.totalCents, discount, parcel.line, attributes),
    listPriceCents: price.totalCents,
    costCents: price.costCents,
    giaRoundDiscountPpm: discount,
    attributes,
  };
}

function holdingOf(custody: Custody, customerId: number): SpellDraft | undefined {
  const spell = custody.spells[custody.current];
  return spell?.customerId === customerId ? spell : undefined;
}

function newestOf(custody: Custody, customerId: number): SpellDraft | undefined {
  return custody.spells.findLast((spell) => spell.customerId === customerId);
}

function open(custody: Custody, entry: LiveEntry, start: SpellStart): Custody {
  const spell: SpellDraft = {
    ...start,
    key: entry.eventId,
    customerId: entry.customerId,
    end: null,
    entryIds: [entry.eventId],
  };
  return { ...custody, spells: [...custody.spells, spell], current: custody.spells.length };
}

function join(custody: Custody, entry: LiveEntry, changes: Partial<SpellDraft>): Custody {
  const spell = custody.spells[custody.current]!;
  return change(custody, custody.current, { ...changes, entryIds: [...spell.entryIds, entry.eventId] });
}

function close(custody: Custody, end: SpellEnd): Custody {
  return { ...change(custody, custody.current, { end }), current: -1 };
}

function change(custody: Custody, index: number, changes: Partial<SpellDraft>): Custody {
  return {
    ...custody,
    spells: custody.spells.map((spell, at) => (at === index ? { ...spell, ...changes } : spell)),
  };
}

function flag(custody: Custody, entry: LiveEntry, reason: string): Custody {
  return {
    ...custody,
    anomalies: [...custody.anomalies, { eventId: entry.eventId, customerId: entry.customerId, reason }],
  };
}
