import type { AttributeLists } from '#contracts/api/attributes.ts';
import { withCutBl } from '#contracts/stone-lists/values.ts';
import type { Filters } from '../../components/data-table/filters.ts';
import { shapeKeysOf } from '../../lib/attributes.ts';
import { formatWeight } from '../../lib/format.ts';
import type { ListRow } from '../../lists/list-row.ts';
import type { Entry } from './entry.ts';

type Property = 'shape' | 'colour' | 'clarity' | 'cut';

/** What was typed, as it is understood: weights in carats, properties by their codes, and words that must be found. */
export type Query = {
  weight: { min: number; max: number } | null;
  properties: Readonly<Record<Property, readonly string[]>>;
  /** What the shapes meant are filtered by: their codes, also those with the cut BL. */
  shapeKeys: readonly string[];
  words: readonly string[];
  /** Of each property the words typed for it: a piece has them in its description. */
  typed: Readonly<Record<Property, readonly string[]>>;
  /** In words: '1.50–1.59 ct', 'Oval', 'F'. */
  understood: readonly string[];
};

const PROPERTIES = ['shape', 'colour', 'clarity', 'cut'] as const;
const WEIGHT = /^(\d{0,2}(?:[.,]\d{1,3})?)(?:-(\d{0,2}(?:[.,]\d{1,3})?))?(?:ct|cts)?$/;

/**
 * Reads a search such as '1.5 oval F vs1': a weight as far as it is typed ('1.5' is 1.50 to 1.59) or a range
 * ('1-1.2'), shapes, colours, clarities and cuts by name, begin or range ('D-F', 'vs'); anything else is a word. Words
 * of one property add up, different ones must all hold.
 */
export function readQuery(text: string, attributes: AttributeLists): Query {
  const found: Record<Property, string[]> = { shape: [], colour: [], clarity: [], cut: [] };
  const typed: Record<Property, string[]> = { shape: [], colour: [], clarity: [], cut: [] };
  const words: string[] = [];
  let weight: Query['weight'] = null;
  for (const word of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    if (word === 'ct' || word === 'cts') continue;
    const carats = weightOf(word);
    if (carats) {
      weight = weight
        ? { min: Math.min(weight.min, carats.min), max: Math.max(weight.max, carats.max) }
        : carats;
      continue;
    }
    const meaning = propertyOf(word, attributes);
    if (!meaning) {
      words.push(word);
      continue;
    }
    const before = found[meaning.property];
    // 'ideal oval' is one shape, 'oval round' two.
    const both = meaning.property === 'shape' ? meaning.values.filter((value) => before.includes(value)) : [];
    found[meaning.property] = both.length > 0 ? both : [...new Set([...before, ...meaning.values])];
    typed[meaning.property].push(word);
  }
  const names = new Map(attributes.shapes.map(({ shapeCode, description }) => [shapeCode, description]));
  const understood = [
    ...(weight ? [weightWords(weight)] : []),
    ...PROPERTIES.flatMap((property) =>
      found[property].length > 0
        ? [found[property].map((value) => names.get(value) ?? value).join(', ')]
        : [],
    ),
    ...words.map((word) => `“${word}”`),
  ];
  const { keyOf } = shapeKeysOf(attributes);
  const shapeKeys = found.shape.flatMap((shapeCode) => [
    ...new Set([shapeCode, keyOf({ shapeCode, cut: 'BL' }) ?? shapeCode]),
  ]);
  return { weight, properties: found, shapeKeys, words, typed, understood };
}

/** True when nothing was typed: everything passes. */
export const isEmptyQuery = ({ understood }: Query): boolean => understood.length === 0;

/** Whether a row matches the query. */
export function matches({ weight, properties, words, typed }: Query, row: ListRow): boolean {
  if (weight) {
    const { min, max } = caratsShownAs(weight);
    if (row.weight < min || row.weight > max) return false;
  }
  for (const property of PROPERTIES) {
    const wanted = properties[property];
    if (wanted.length === 0) continue;
    const value = property === 'shape' ? row.shapeCode : row[property];
    if (value !== undefined && wanted.includes(value)) continue;
    if (!row.piece || !typed[property].some((word) => textOf(row).includes(word))) return false;
  }
  return words.every((word) => textOf(row).includes(word));
}

const texts = new WeakMap<ListRow, string>();

/** What of a row is searched for words, in lower case. */
function textOf(row: ListRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = [
    row.parcelName,
    row.certNo,
    row.shortCertNo,
    row.lab,
    row.shapeName,
    row.colourText,
    row.fancyColour,
    row.fancyIntensity,
    row.tier,
    row.countryOfOrigin,
    row.model,
    row.modelDescription,
    row.modelType,
    row.modelSubType,
    row.modelFinish,
  ]
    .filter(Boolean)
    .join('\n')
    .toLowerCase();
  texts.set(row, text);
  return text;
}

/** The entries that match, what begins with the words first. */
export function search(query: Query, entries: readonly Entry[]): Entry[] {
  const found = entries.filter(({ row }) => matches(query, row));
  const [first] = query.words;
  if (first === undefined) return found;
  const begins = ({ row }: Entry): boolean =>
    [row.parcelName, row.certNo, row.shortCertNo].some((name) => name?.toLowerCase().startsWith(first));
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** The query as filters of a list in which these rows were found; null where filters cannot say it. */
export function filtersOf(
  { weight, properties, shapeKeys, words }: Query,
  found: readonly Pick<ListRow, 'shapeCode' | 'cut'>[],
): Filters | null {
  if (words.length > 0) return null;
  const cutBl = new Set(
    found.flatMap(({ shapeCode, cut }) => (cut === 'BL' ? withCutBl(shapeCode ?? '') : [])),
  );
  const shapes = shapeKeys.filter((key) => properties.shape.includes(key) || cutBl.has(key));
  return {
    ...(weight && { weight: { kind: 'range', ...caratsShownAs(weight) } }),
    ...Object.fromEntries(
      PROPERTIES.filter((property) => properties[property].length > 0).map((property) => [
        property,
        { kind: 'choice', values: property === 'shape' ? shapes : properties[property] } as const,
      ]),
    ),
  };
}

function weightOf(word: string): Query['weight'] {
  const match = WEIGHT.exec(word);
  if (!match || !/\d/.test(word)) return null;
  const [from, to] = [asTyped(match[1] ?? ''), asTyped(match[2] ?? '')];
  if (!from) return to && { min: 0, max: to.max };
  return { min: from.min, max: match[2] === undefined ? from.max : (to?.max ?? from.max) };
}

/** '1.5' is 1.50 to 1.59, '1' 1.00 to 1.99: what goes on as it was begun. */
function asTyped(figure: string): { min: number; max: number } | null {
  if (!/\d/.test(figure)) return null;
  const text = figure.replace(',', '.');
  const digits = text.split('.')[1]?.length ?? 0;
  const min = Number(text);
  const step = digits >= 2 ? 0 : 10 ** -digits - 0.01;
  return { min, max: Number((min + step).toFixed(3)) };
}

/**
 * The weights that are shown between these figures: weights have three decimals and are shown with two. A figure with three
 * is itself.
 */
function caratsShownAs({ min, max }: { min: number; max: number }): { min: number; max: number } {
  const [from, to] = [Math.round(min * 1000), Math.round(max * 1000)];
  const isAsShown = (thousandths: number): boolean => thousandths % 10 === 0;
  return {
    min: Math.max(0, isAsShown(from) ? from - 5 : from) / 1000,
    max: (isAsShown(to) ? to + 4 : to) / 1000,
  };
}

function weightWords({ min, max }: { min: number; max: number }): string {
  const [from, to] = [formatWeight(min), formatWeight(max)];
  return `${from === to ? from : `${from}–${to}`} ct`;
}

/** Which property a word names, and the codes it means. */
function propertyOf(
  word: string,
  { shapes, colours, clarities, grades }: AttributeLists,
): { property: Property; values: string[] } | null {
  const shapeCodes = shapes
    .filter(
      ({ shapeCode, description }) =>
        shapeCode.toLowerCase() === word ||
        (word.length >= 3 &&
          description
            .toLowerCase()
            .split(' ')
            .some((part) => part.startsWith(word))),
    )
    .map(({ shapeCode }) => shapeCode);
  if (shapeCodes.length > 0) return { property: 'shape', values: shapeCodes };
  const ordered = (rows: readonly { order: number }[], nameOf: (place: number) => string): string[] =>
    rows
      .map(({ order }, place) => ({ order, name: nameOf(place) }))
      .sort((a, b) => a.order - b.order)
      .map(({ name }) => name);
  const white = colours.filter(({ isFancy }) => !isFancy);
  const scales = [
    ['colour', ordered(white, (place) => white[place]!.colour)],
    ['clarity', ordered(clarities, (place) => clarities[place]!.clarity)],
    [
      'cut',
      ordered(grades, (place) => grades[place]!.grade).filter(
        (grade, place, all) => all.indexOf(grade) === place,
      ),
    ],
  ] as const;
  for (const [property, scale] of scales) {
    const values = onScale(word.toUpperCase(), scale, property === 'clarity');
    if (values.length > 0) return { property, values };
  }
  return null;
}

/** 'VS1', 'VS1-SI2', and where a grade may be named without its number 'VS'. */
function onScale(word: string, scale: readonly string[], byBegin: boolean): string[] {
  const named = (name: string): string[] =>
    scale.filter((value) => value === name || (byBegin && value.replace(/\d$/, '') === name));
  const [from, to, ...more] = word.split('-');
  if (to === undefined) return named(word);
  const [first, last] = [named(from!)[0], named(to).at(-1)];
  if (first === undefined || last === undefined || more.length > 0) return [];
  return scale.slice(scale.indexOf(first), scale.indexOf(last) + 1);
}
