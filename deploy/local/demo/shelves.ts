import type { CustomerTerms } from '#contracts/events/index.ts';
import { customerPrice } from '#contracts/lifecycle/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { StockParcel } from './stock-plan.ts';

/** A customer's holding of a parcel in the demo's plan. */
export type PlannedSpell = {
  customerId: number;
  parcelName: string;
  line: Line;
  /** Customer price in cents, frozen at the request or memo. */
  priceCents: Cents;
  /** The instance and account of its memo. */
  memo: { instance: string; accountCode: string } | null;
  /** The round of intents in which the customer does something with it. */
  endsAt: number;
  ends: 'RETURN' | 'SOLD';
  /** What it counts for: wanted, held, or over for the customer (sold or on its way back). */
  state: 'requested' | 'held' | 'returning' | 'sold';
};

/** Where every parcel of the plan is, and what every customer owes. Mutable: the plan is walked through once, in order. */
export type Shelves = {
  /** False, and nothing changes, while a customer has it: a feed leaves it alone (rule: Held stones and feeds). */
  offer(parcel: StockParcel): boolean;
  /** Parcels of a line that could be requested, in the order of their first offer. */
  free(line: Line): StockParcel[];
  parcel(parcelName: string): StockParcel;
  price(terms: Pick<CustomerTerms, 'giaRoundDiscountPpm'>, parcelName: string): Cents;
  take(spell: PlannedSpell): void;
  spells(customerId: number): PlannedSpell[];
  spellOf(parcelName: string): PlannedSpell | undefined;
  /** The parcel is free again, or, with `gone`, never more. */
  release(parcelName: string, gone?: boolean): void;
  restore(parcelName: string): void;
  exposure(customerId: number): Cents;
};

/** Empty shelves. */
export function shelves(): Shelves {
  const offered = new Map<string, StockParcel>();
  const open = new Map<string, PlannedSpell>();
  const gone = new Set<string>();
  const parcel = (parcelName: string): StockParcel => {
    const known = offered.get(parcelName);
    if (!known) throw new Error(`the demo's plan has no parcel ${parcelName}`);
    return known;
  };
  return {
    offer(one) {
      const { parcelName } = one.offer;
      if (open.has(parcelName) || gone.has(parcelName)) return false;
      offered.set(parcelName, one);
      return true;
    },
    free: (line) =>
      [...offered.values()].filter(
        ({ offer }) => offer.line === line && !open.has(offer.parcelName) && !gone.has(offer.parcelName),
      ),
    parcel,
    price(terms, parcelName) {
      const { offer, listCents } = parcel(parcelName);
      return customerPrice(listCents, terms.giaRoundDiscountPpm, offer.line, offer.attributes);
    },
    take: (spell) => void open.set(spell.parcelName, spell),
    spells: (customerId) => [...open.values()].filter((spell) => spell.customerId === customerId),
    spellOf: (parcelName) => open.get(parcelName),
    release(parcelName, forGood = false) {
      open.delete(parcelName);
      if (forGood) gone.add(parcelName);
    },
    restore: (parcelName) => void gone.delete(parcelName),
    exposure: (customerId) =>
      [...open.values()]
        .filter((spell) => spell.customerId === customerId && spell.state !== 'sold')
        .reduce((sum, { priceCents }) => sum + priceCents, 0),
  };
}
