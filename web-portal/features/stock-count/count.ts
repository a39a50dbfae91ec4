import { nameOf, type Entry } from '../../lists/lookup/entry.ts';
import { lookUp, type LookedUp } from '../../lists/lookup/numbers.ts';

/** What was counted though it does not lie with the customer. */
export type Surplus = {
  /** As it was scanned or typed. */
  number: string;
  /** Where it is; null: in none of the lists. */
  entry: Entry | null;
  /** Held and not counted, and its number differs in one character, or in the laboratory. */
  near: readonly Entry[];
};

export type StockCount = {
  /** How many parcels lie with the customer, and how many of them were counted. */
  held: number;
  counted: number;
  missing: readonly Entry[];
  surplus: readonly Surplus[];
};

/** As many numbers are counted; no customer holds as many parcels. */
export const MOST_COUNTED = 5000;

/** Whether a parcel lies with the customer: it was shipped, and is not on its way back. */
const isHeld = ({ kind, row }: Entry): boolean => kind === 'customer' && row.status === 'CUSTOMER';

/**
 * What the numbers come to, counted against all that is held (product: Stock count). A parcel counts once, by whichever of
 * its numbers and however often it was scanned, and of several with one number only one.
 */
export function countStock(numbers: readonly string[], entries: readonly Entry[]): StockCount {
  const held = entries.filter(isHeld);
  const looked = lookUp(numbers.slice(0, MOST_COUNTED), entries, isHeld);
  // What was scanned once is one parcel, though several have its number.
  const found = looked.found.flatMap(({ number, entries: [entry] }) => (entry ? [{ number, entry }] : []));
  const counted = new Set(found.filter(({ entry }) => isHeld(entry)).map(({ entry }) => nameOf(entry)));
  const surplus = [
    ...found.filter(({ entry }) => !isHeld(entry)).map((one) => ({ ...one, near: [] })),
    ...looked.near.map(({ number, entries: near }) => ({ number, entry: null, near })),
    ...onceEach(looked.gone).map((gone) => ({ ...gone, near: [] })),
  ];
  return {
    held: held.length,
    counted: counted.size,
    missing: held.filter((entry) => !counted.has(nameOf(entry))),
    surplus,
  };
}

/** One that is gone may have been scanned by its certificate and by its name. */
const onceEach = (gone: LookedUp['gone']): LookedUp['gone'] =>
  gone.filter(
    ({ entry }, place) => entry === null || gone.findIndex((other) => other.entry === entry) === place,
  );
