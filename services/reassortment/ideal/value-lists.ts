import { LIST_VALUES, type ListedAttribute } from '#contracts/reassortment/list-values.ts';
import { COLOURS, FLUORESCENCES, HAF_SHAPES } from '#contracts/vocabulary/grades.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { plain } from './plain-text.ts';

/** An attribute's list, as an ideal names its values. */
type ValueList = {
  /** As bins have them, in the list's order. */
  values: readonly string[];
  /** What a plain text stands for. */
  meanings: ReadonlyMap<string, readonly string[]>;
  /** How many of the values, from the best on, may be the ends of a range; 0: the list has no order. */
  ranked: number;
};

const FANCIES = ['OV', 'CU', 'EM', 'MQ', 'PS', 'PR', 'HS', 'RAD'];

/** What values are called beside what bins have, and words for several of them. */
const WORDS: Partial<
  Record<ListedAttribute, readonly (readonly [word: string, values: readonly string[]])[]>
> = {
  shape: [
    ...SHAPES.map((row) => [row.description, [row.shapeCode]] as const),
    ['Fancy', FANCIES],
    ['Fancies', FANCIES],
    ['Ideal', HAF_SHAPES],
    ['Ideals', HAF_SHAPES],
    ['Ideal Fancies', HAF_SHAPES],
  ],
  fluorescence: FLUORESCENCES.map((row) => [row.description, [row.fluorescence]] as const),
};

function valueList(
  attribute: ListedAttribute,
  ranked: number,
  values: readonly string[] = LIST_VALUES[attribute],
): ValueList {
  const names = [...values.map((value) => [value, [value]] as const), ...(WORDS[attribute] ?? [])];
  return { values, meanings: new Map(names.map(([word, meant]) => [plain(word), meant])), ranked };
}

const graded = (attribute: ListedAttribute): ValueList => valueList(attribute, LIST_VALUES[attribute].length);

/** What an ideal may name of each attribute (product: Crosstab; product: Attribute lists). */
const VALUE_LISTS: Readonly<Record<ListedAttribute, ValueList>> = {
  shape: valueList('shape', 0),
  colour: valueList('colour', COLOURS.filter(({ isFancy }) => !isFancy).length),
  clarity: graded('clarity'),
  fluorescence: graded('fluorescence'),
  cut: graded('cut'),
  polish: graded('polish'),
  symmetry: graded('symmetry'),
  // The natural line's: GIA-LG is of lab-grown stones.
  lab: valueList(
    'lab',
    0,
    LIST_VALUES.lab.filter((lab) => lab !== 'GIA-LG'),
  ),
};

/** Prints for an absent bucket, and means one (rule: Bin names). */
export const ALL = 'ALL';

/**
 * The values that one plain text stands for: a name, or a range of neighbours such as 'D-F' or 'VS1-2'. Undefined
 * for what is on no list.
 */
export function meaningOf(attribute: ListedAttribute, text: string): readonly string[] | undefined {
  const { values, meanings, ranked } = VALUE_LISTS[attribute];
  const named = meanings.get(text);
  if (named) return named;
  const ends = text.split('-');
  if (ends.length !== 2 || ranked === 0) return undefined;
  const [one, other] = ends as [string, string];
  // 'VS1-2': the number alone stands for the clarity with the same letters.
  const last = /^\d$/.test(other) ? one.replace(/\d$/, other) : other;
  const places = [one, last].map((end) => {
    const [value, ...more] = meanings.get(end) ?? [];
    return value === undefined || more.length > 0 ? -1 : values.indexOf(value);
  });
  const [from, to] = [Math.min(...places), Math.max(...places)];
  return from < 0 || to >= ranked ? undefined : values.slice(from, to + 1);
}

/** 'X+': X and all better; undefined when X is not in an ordered list. */
export function andBetter(attribute: ListedAttribute, text: string): readonly string[] | undefined {
  if (!text.endsWith('+')) return undefined;
  const { values, meanings, ranked } = VALUE_LISTS[attribute];
  const [value] = meanings.get(text.slice(0, -1)) ?? [];
  const place = value === undefined ? -1 : values.indexOf(value);
  return place < 0 || place >= ranked ? undefined : values.slice(0, place + 1);
}

/** Values once each, in their list's order. */
export function inListOrder(attribute: ListedAttribute, values: Iterable<string>): string[] {
  const given = new Set(values);
  return VALUE_LISTS[attribute].values.filter((value) => given.has(value));
}

/**
 * The bucket of one attribute as a cell names it: values, ranges, lists with commas, slashes or line breaks; null for
 * 'All'. Undefined for a name that is on no list.
 */
export function readBucket(
  attribute: Exclude<ListedAttribute, 'colour' | 'clarity'>,
  text: string,
): string[] | null | undefined {
  if (plain(text) === ALL) return null;
  const parts = text
    .split(/[,/\n\r]/)
    .map(plain)
    .filter((part) => part !== '');
  const read = parts.map((part) => meaningOf(attribute, part));
  if (read.length === 0 || read.includes(undefined)) return undefined;
  return inListOrder(
    attribute,
    read.flatMap((values) => values ?? []),
  );
}
