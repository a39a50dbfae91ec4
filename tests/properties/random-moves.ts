import fc from 'fast-check';
import { DOC_TYPES, INTENTS, type DocType, type Intent } from '#contracts/vocabulary/statuses.ts';

/** What a walk may do: by chance, and in stories too rare for chance. */

export const PRICE = 980_000;

export type Move = { hours: number } & (
  | { kind: 'instruct'; action: Intent; who: number; parcels: number[]; twice: boolean }
  | { kind: 'race'; action: Intent; parcel: number }
  | { kind: 'killed'; action: Intent; who: number; parcels: number[]; afterAppends: number; written: boolean }
  | {
      kind: 'document';
      docType: DocType;
      who: number;
      parcel: number;
      docNo: number;
      version: number;
      amountCents: number | null;
      bare: boolean;
      lateDays: number;
    }
  | {
      kind: 'correct';
      parcel: number;
      action: Intent | null;
      newDate: 'none' | 'onto the entry before' | number;
    }
  | { kind: 'vendor'; parcel: number; word: 'reprice' | 'withdraw' | 'reinstate' }
);

const hours = fc.constantFrom(0, 1, 5, 12, 26);
const who = fc.constantFrom(0, 0, 0, 1, 2, 2);
const parcel = fc.constantFrom(0, 0, 1, 2);
const action = fc.constantFrom(...INTENTS);
export const moveArbitrary: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('instruct'),
      hours,
      action,
      who,
      parcels: fc.subarray([0, 1, 2], { minLength: 1 }),
      twice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('race'), hours, action, parcel }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('killed'),
      hours,
      action,
      who,
      parcels: fc.subarray([0, 1, 2], { minLength: 1 }),
      afterAppends: fc.nat(5),
      written: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('document'),
      hours,
      docType: fc.constantFrom(...DOC_TYPES, 'MEMO' as const),
      who,
      parcel,
      docNo: fc.integer({ min: 1, max: 2 }),
      version: fc.integer({ min: 1, max: 3 }),
      amountCents: fc.constantFrom(PRICE, PRICE, PRICE, PRICE - 1, null),
      bare: fc.boolean(),
      lateDays: fc.constantFrom(0, 0, 0, 1, 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('correct'),
      hours,
      parcel,
      action: fc.option(action, { freq: 1 }),
      newDate: fc.constantFrom<('none' | 'onto the entry before' | number)[]>(
        'none',
        'none',
        'onto the entry before',
        -1,
        0,
        1,
        6,
        30,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('vendor'),
      hours,
      parcel,
      word: fc.constantFrom('reprice', 'withdraw', 'reinstate'),
    }),
  },
);

/** Stories too rare for chance. An invoice takes up a spell that a return memo closed, older than a withdrawn request. */
export const soldAfterAll: Move[] = [
  {
    kind: 'document',
    hours: 1,
    docType: 'MEMO',
    who: 0,
    parcel: 0,
    docNo: 1,
    version: 1,
    amountCents: PRICE,
    bare: true,
    lateDays: 0,
  },
  {
    kind: 'document',
    hours: 26,
    docType: 'RETURN_MEMO',
    who: 0,
    parcel: 0,
    docNo: 1,
    version: 1,
    amountCents: PRICE,
    bare: true,
    lateDays: 0,
  },
  { kind: 'instruct', hours: 26, action: 'REQUEST', who: 0, parcels: [0], twice: true },
  { kind: 'instruct', hours: 26, action: 'RETURN', who: 0, parcels: [0], twice: false },
  {
    kind: 'document',
    hours: 26,
    docType: 'INVOICE',
    who: 0,
    parcel: 0,
    docNo: 1,
    version: 1,
    amountCents: PRICE,
    bare: false,
    lateDays: 0,
  },
];

/** A return cannot be dated onto the memo before it, nor before it, but a moment after. */
export const datedOntoTheMemo: Move[] = [
  { kind: 'instruct', hours: 1, action: 'REQUEST', who: 0, parcels: [0], twice: false },
  {
    kind: 'document',
    hours: 26,
    docType: 'MEMO',
    who: 0,
    parcel: 0,
    docNo: 1,
    version: 1,
    amountCents: PRICE,
    bare: false,
    lateDays: 0,
  },
  { kind: 'instruct', hours: 26, action: 'RETURN', who: 0, parcels: [0], twice: false },
  { kind: 'correct', hours: 1, parcel: 0, action: 'RETURN', newDate: 'onto the entry before' },
  { kind: 'correct', hours: 0, parcel: 0, action: 'RETURN', newDate: 30 },
  { kind: 'correct', hours: 0, parcel: 0, action: 'RETURN', newDate: 26 },
];

/** A bare-dated return of today would stand after its customer's request of today, which is refused: another gets the stone. */
export const returnedTodayThenRaced: Move[] = [
  {
    kind: 'document',
    hours: 0,
    docType: 'RETURN_MEMO',
    who: 0,
    parcel: 1,
    docNo: 1,
    version: 1,
    amountCents: PRICE,
    bare: true,
    lateDays: 0,
  },
  { kind: 'race', hours: 0, action: 'REQUEST', parcel: 1 },
  { kind: 'race', hours: 1, action: 'REQUEST', parcel: 0 },
];

const ofFirst = { kind: 'document', who: 0, parcel: 0, version: 1, amountCents: PRICE, bare: true } as const;

/** What the customer does on the day of a renewal would be of the memo that it has given back: it waits until tomorrow. */
export const renewedToday: Move[] = [
  { ...ofFirst, hours: 1, docType: 'MEMO', docNo: 1, lateDays: 3 },
  { ...ofFirst, hours: 1, docType: 'RETURN_MEMO', docNo: 1, lateDays: 0 },
  { ...ofFirst, hours: 0, docType: 'MEMO', docNo: 2, lateDays: 0 },
  { kind: 'instruct', hours: 1, action: 'RETURN', who: 0, parcels: [0], twice: false },
  { kind: 'race', hours: 0, action: 'SOLD', parcel: 0 },
  { kind: 'instruct', hours: 26, action: 'RETURN', who: 0, parcels: [0], twice: true },
  { kind: 'correct', hours: 0, parcel: 0, action: 'RETURN', newDate: 26 },
];
