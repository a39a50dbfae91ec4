import { certificateKey, fmCertificateId } from '#contracts/vocabulary/certificates.ts';
import { LABS } from '#contracts/vocabulary/grades.ts';
import { nameOf, type Entry } from './entry.ts';

/** What became of the numbers of a list: each stands in one of them, as it was written. */
export type LookedUp = {
  /** In My Inventory, the Cart or Available; several stones may have one number. */
  found: readonly { number: string; entries: readonly Entry[] }[];
  /** Not found, but these differ in one character, in two neighbours swapped, or in the laboratory. */
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

/** A text without its amounts; what names a parcel is not an amount. */
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
 * code has it, the report's number counts, and of an FM certificate its id; a laboratory right before a number stays
 * with it. Each once: names of parcels may differ in what other numbers may leave out.
 */
export function readNumbers(text: string, names: ReadonlySet<string> = new Set()): string[] {
  const numbers: string[] = [];
  const known = new Set<string>();
  const withFmIds = withoutAmounts(text, names).replace(FM_PAIR, (pair) =>
    [pair, ...pair.split(/\s+/)].some((part) => names.has(part)) ? pair : (fmCertificateId(pair) ?? pair),
  );
  for (const line of withFmIds.split('\n')) {
    let before = '';
    for (const word of line.split(/[\s,;|]+/).filter(Boolean)) {
      const number = names.has(word) ? word : numberIn(word);
      const isName = names.has(number);
      const key = isName ? `name ${number}` : keyOf(number);
      const lab = isName ? undefined : LABS.find((one) => one === before.toUpperCase());
      const withLab = lab === undefined ? key : `${lab} ${key}`;
      if ((isName || /\d/.test(number)) && !known.has(withLab)) {
        numbers.push(lab === undefined ? number : `${lab} ${number}`);
        // Once more without its laboratory, it is the same.
        known.add(key).add(withLab);
      }
      before = number;
    }
  }
  return numbers;
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

/** The laboratory of a number that was read, where one stood right before it, and the number by which stones are found. */
function labAndKey(number: string): { lab: string | undefined; key: string } {
  const lab = LABS.find((one) => number.startsWith(`${one} `));
  return { lab, key: keyOf(lab === undefined ? number : number.slice(lab.length)) };
}

const numbersOf = ({ row }: Entry): string[] =>
  [row.parcelName, row.certNo, row.shortCertNo, certificateKey(row)]
    .filter((number) => number !== undefined)
    .map(keyOf);

/** A certificate of GIA may be one of its lab-grown stones; a stone without a laboratory may be of each. */
const isOfLab = (lab: string, { row }: Entry): boolean =>
  !row.lab || row.lab === lab || row.lab === `${lab}-LG`;

/**
 * Looks the numbers up among all parcels that the lists have. `mayBeMeant`: which of them a number means before others
 * that have it too, and which of them one that differs in one character may mean.
 */
export function lookUp(
  numbers: readonly string[],
  entries: readonly Entry[],
  mayBeMeant: (entry: Entry) => boolean = ({ kind }) => kind !== 'past',
): LookedUp {
  const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
  const byKey = new Map<string, Set<Entry>>();
  for (const entry of entries)
    for (const key of numbersOf(entry))
      if (key !== '') byKey.set(key, (byKey.get(key) ?? new Set()).add(entry));
  const stonesOf = (number: string): Entry[] => {
    const named = byName.get(number);
    if (named) return [named];
    const { lab, key } = labAndKey(number);
    // A parcel's name is its own, whatever laboratory stands before it.
    const all = [...(byKey.get(key) ?? [])].filter(
      (entry) => lab === undefined || isOfLab(lab, entry) || keyOf(nameOf(entry)) === key,
    );
    const meant = all.filter(mayBeMeant);
    return meant.length > 0 ? meant : all;
  };
  const found: { number: string; entries: Entry[] }[] = [];
  const near: { number: string; entries: Entry[] }[] = [];
  const gone: { number: string; entry: Entry | null }[] = [];
  const parcels = new Set<string>();
  const unknown: string[] = [];
  const looked = numbers.map((number) => ({ number, stones: stonesOf(number) }));
  const alone = new Set(looked.filter(({ stones }) => stones.length === 1).flatMap(({ stones }) => stones));
  for (const { number, stones } of looked) {
    const [first] = stones;
    if (!first) unknown.push(number);
    else if (stones.every(({ kind }) => kind === 'past')) gone.push({ number, entry: first });
    // One stone by its certificate and its parcel name is one find, and which of several is meant.
    else if (!stones.some((entry) => parcels.has(nameOf(entry)) || (stones.length > 1 && alone.has(entry)))) {
      found.push({ number, entries: stones });
      for (const entry of stones) parcels.add(nameOf(entry));
    }
  }
  // Each parcel stands once: what was found, or is near to another number already, is near to none.
  const meant =
    unknown.length === 0
      ? []
      : [...byKey].flatMap(([key, of]) => [...of].filter(mayBeMeant).map((entry) => [key, entry] as const));
  for (const number of unknown) {
    const alike = nearest(labAndKey(number).key, meant, parcels);
    if (alike.length > 0) near.push({ number, entries: alike });
    else gone.push({ number, entry: null });
    for (const entry of alike) parcels.add(nameOf(entry));
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
    if (!taken.has(nameOf(entry)) && (key === other || isOneSignOff(key, other))) alike.add(entry);
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
