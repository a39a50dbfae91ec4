import { certificateKey, fmCertificateId } from '#contracts/vocabulary/certificates.ts';
import type { Entry } from './entry.ts';

/** What became of the numbers of a list: each stands in one of them, as it was written. */
export type LookedUp = {
  /** In My Inventory, the Cart or Available. */
  found: readonly { number: string; entry: Entry }[];
  /** Not found, but these differ in one character. */
  near: readonly { number: string; entries: readonly Entry[] }[];
  /** In no list any more; with where it was, when it was the customer's. */
  gone: readonly { number: string; entry: Entry | null }[];
};

/** As many are looked up together: as many as one instruction may have. */
export const MOST_NUMBERS = 500;
const MOST_NEAR = 3;

/**
 * Weights, measures and prices of a sheet, in quotes or not. In a cell of its own, behind a semicolon, a tab or a quote,
 * groups of three digits are thousands too.
 */
const AMOUNTS = [
  /[$€£]\d[\d.,]*/, // $950
  /(?<!\d,)\d{1,3}(?:,\d{3})+\.\d+/, // 1,203.10
  /\d{1,3}(?:\.\d{3})+,\d{1,2}/, // 1.203,10
  /\d+\.\d+/, // 0.30
  /\d{1,3},\d{1,2}(?!,)/, // 0,30
  /(?<=(?:[;\t]"?|,")[-+]?)\d+,\d{1,2}(?=[";\s]|$)/, // 2210,44
  /(?<=(?:[;\t]"?|,")[-+]?)\d{1,3}(?:[.,]\d{3}){1,3}(?=[";\s]|$)/, // 25,331
];
const amountOf = (forms: readonly RegExp[]): RegExp =>
  new RegExp(
    `(?<![^\\s,;|("])[-+]?(?:${forms.map(({ source }) => source).join('|')})(?:%|cts?|mm|[€$£])?(?=[\\s,;|)"]|$)`,
    'gi',
  );
const AMOUNT = amountOf(AMOUNTS);

/** Behind a word and a space, where no comma parts cells: 5,200 */
const GROUPED_AMOUNT = amountOf([/(?<=\S[^\S\r\n]+[-+]?)\d{1,3}(?:,\d{3})+/]);

/** A text without its amounts; what names a parcel is none. */
function withoutAmounts(text: string, names: ReadonlySet<string>): string {
  const leftOut = (amount: string): string =>
    [amount, ...amount.split(',')].some((part) => names.has(part)) ? amount : ' ';
  const lines = text.replace(AMOUNT, leftOut).split('\n');
  return lines
    .map((line) => {
      const words = line.replace(GROUPED_AMOUNT, leftOut);
      return words.includes(',') ? line : words;
    })
    .join('\n');
}

/**
 * The id and the long number of an FM certificate, in either order, as one number (product: Certificates). Cells and
 * lines of their own stay apart.
 */
const FM_PAIR =
  /(?<![\w-])(?:\d{6,9}[^\dA-Za-z\r\n\t,;|]+\d{11,12}|\d{11,12}[^\dA-Za-z\r\n\t,;|]+\d{6,9})(?![\w-])/g;

/**
 * The certificate and parcel numbers in a text: pasted from a mail or a sheet, or scanned one below the other. A word
 * without a digit is none, and neither is an amount, unless it is a parcel's name; of a laboratory's address, as its QR
 * code has it, the report's number counts, and of an FM certificate its id. Each once: names of parcels may differ in
 * what other numbers may leave out.
 */
export function readNumbers(text: string, names: ReadonlySet<string> = new Set()): string[] {
  const numbers = new Map<string, string>();
  const withFmIds = withoutAmounts(text, names).replace(FM_PAIR, (pair) =>
    [pair, ...pair.split(/\s+/)].some((part) => names.has(part)) ? pair : (fmCertificateId(pair) ?? pair),
  );
  for (const word of withFmIds.split(/[\s,;|]+/)) {
    const number = names.has(word) ? word : numberIn(word);
    const isName = names.has(number);
    const key = isName ? `name ${number}` : keyOf(number);
    if ((isName || /\d/.test(number)) && !numbers.has(key)) numbers.set(key, number);
  }
  return [...numbers.values()];
}

function numberIn(word: string): string {
  const report = /[?&]reportno=([\w-]+)/i.exec(word)?.[1];
  return report ?? (word.includes('://') ? '' : word.replace(/^[^\w]+|[^\w]+$/g, ''));
}

/** A text with the scanned numbers that are not in it yet, one below the other. */
export function withNumbers(text: string, scanned: readonly string[]): string {
  const known = new Set([...readNumbers(text), ...text.split('\n').map((line) => line.trim())]);
  const more = scanned.filter((number) => !known.has(number));
  return more.length === 0 ? text : [text.trimEnd(), ...more].filter(Boolean).join('\n');
}

/** Characters that may be left out. */
const keyOf = (number: string): string => number.toUpperCase().replace(/[^A-Z0-9]/g, '');

const numbersOf = ({ row }: Entry): string[] =>
  [row.parcelName, row.certNo, row.shortCertNo, certificateKey(row)]
    .filter((number) => number !== undefined)
    .map(keyOf);

/**
 * Looks the numbers up among all parcels that the lists have. `mayBeMeant`: which of them a number that differs in one
 * character may mean.
 */
export function lookUp(
  numbers: readonly string[],
  entries: readonly Entry[],
  mayBeMeant: (entry: Entry) => boolean = ({ kind }) => kind !== 'past',
): LookedUp {
  const byName = new Map(entries.map((entry) => [entry.row.parcelName, entry]));
  const byKey = new Map<string, Entry>();
  for (const entry of entries)
    for (const key of numbersOf(entry)) if (key !== '' && !byKey.has(key)) byKey.set(key, entry);
  const found: { number: string; entry: Entry }[] = [];
  const near: { number: string; entries: Entry[] }[] = [];
  const gone: { number: string; entry: Entry | null }[] = [];
  const parcels = new Set<string>();
  const unknown: string[] = [];
  for (const number of numbers) {
    const key = keyOf(number);
    const entry = byName.get(number) ?? byKey.get(key);
    if (entry?.kind === 'past') gone.push({ number, entry });
    else if (entry) {
      // One stone by its certificate and its parcel name is one find.
      if (!parcels.has(entry.row.parcelName)) found.push({ number, entry });
      parcels.add(entry.row.parcelName);
    } else unknown.push(number);
  }
  // Each parcel stands once: what was found, or is near to another number already, is near to none.
  const meant = unknown.length > 0 ? [...byKey].filter(([, entry]) => mayBeMeant(entry)) : [];
  for (const number of unknown) {
    const alike = nearest(keyOf(number), meant, parcels);
    if (alike.length > 0) near.push({ number, entries: alike });
    else gone.push({ number, entry: null });
    for (const { row } of alike) parcels.add(row.parcelName);
  }
  return { found, near, gone };
}

function nearest(
  key: string,
  byKey: readonly (readonly [string, Entry])[],
  taken: ReadonlySet<string>,
): Entry[] {
  const alike = new Set<Entry>();
  if (key.length < 4) return [];
  for (const [other, entry] of byKey) {
    if (!taken.has(entry.row.parcelName) && isOneSignOff(key, other)) alike.add(entry);
    if (alike.size === MOST_NEAR) break;
  }
  return [...alike];
}

/** One character mistyped, missing or added, or two neighbours swapped. */
export function isOneSignOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (a.length !== b.length) {
    const [short, long] = a.length < b.length ? [a, b] : [b, a];
    return short.slice(at) === long.slice(at + 1);
  }
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at];
  return a.slice(at + 1) === b.slice(at + 1) || (swapped && a.slice(at + 2) === b.slice(at + 2));
}
