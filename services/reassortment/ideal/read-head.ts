import { plain, tidied } from './plain-text.ts';
import { ALL, andBetter, inListOrder, meaningOf } from './value-lists.ts';

/** The attributes that the heads of a crosstab's columns name. */
export const HEAD_ATTRIBUTES = ['colour', 'clarity'] as const;
export type HeadAttribute = (typeof HEAD_ATTRIBUTES)[number];
export type HeadBuckets = Partial<Record<HeadAttribute, string[]>>;

type Item = { attribute: HeadAttribute; values: readonly string[]; text: string };

/** More words than a head has; reading takes every way of putting them together. */
const MOST_WORDS = 24;

/**
 * The colours and clarities of a column's head: 'D-F', 'D,E,F', 'VS1-2', 'VS1+', also both, 'D-F VS1-VS2', between
 * them a space, slash, comma or line break (rule: Crosstab). 'All' is no bucket. Null for a name that is on no list, and
 * for a text that can be read in two ways, such as 'I F'.
 * @param attributes the ones that may be named; a colour's or clarity's own column names one
 */
export function readHead(
  text: string,
  attributes: readonly HeadAttribute[] = HEAD_ATTRIBUTES,
): HeadBuckets | null {
  if (plain(text) === ALL) return {};
  const parts = tidied(text)
    .split(/[,/\n\r]/)
    .map((part) => part.split(/\s+/).filter((word) => word !== ''))
    .filter((words) => words.length > 0);
  if (parts.length === 0 || parts.flat().length > MOST_WORDS) return null;
  const items: Item[] = [];
  for (const words of parts) {
    const ways = waysOf(words, attributes, items.at(-1));
    const [only] = ways;
    if (!only || new Set(ways.map((way) => JSON.stringify(bucketsOf(way)))).size > 1) return null;
    items.push(...only);
  }
  return bucketsOf(items);
}

/** Every way of reading words that spaces part, where a space may also stand within a name ('VS 1'); two are enough. */
function waysOf(
  words: readonly string[],
  attributes: readonly HeadAttribute[],
  before: Item | undefined,
): Item[][] {
  if (words.length === 0) return [[]];
  const ways: Item[][] = [];
  for (let taken = 1; taken <= words.length; taken += 1) {
    const item = itemOf(words.slice(0, taken).join(''), attributes, before);
    if (!item) continue;
    for (const rest of waysOf(words.slice(taken), attributes, item)) ways.push([item, ...rest]);
  }
  return ways;
}

function itemOf(
  text: string,
  attributes: readonly HeadAttribute[],
  before: Item | undefined,
): Item | undefined {
  // A number by itself goes on with the letters of the clarity before it: 'VS1,2'.
  const whole =
    /^\d$/.test(text) && before?.attribute === 'clarity'
      ? (before.text.match(/([A-Z]+)\d$/)?.[1] ?? '') + text
      : text;
  for (const attribute of attributes) {
    const values = meaningOf(attribute, whole) ?? andBetter(attribute, whole);
    if (values) return { attribute, values, text: whole };
  }
  return undefined;
}

function bucketsOf(items: readonly Item[]): HeadBuckets {
  const buckets: HeadBuckets = {};
  for (const attribute of HEAD_ATTRIBUTES) {
    const values = items.filter((item) => item.attribute === attribute).flatMap((item) => item.values);
    if (values.length > 0) buckets[attribute] = inListOrder(attribute, values);
  }
  return buckets;
}
