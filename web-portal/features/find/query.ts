import type { AttributeLists } from '#contracts/api/attributes.ts';
import { withCutBl } from '#contracts/stone-lists/values.ts';
import type { Filters } from '../../components/data-table/filters.ts';
import { shapeKeysOf } from '../../lib/attributes.ts';
import { formatExactWeight, formatWeight } from '../../lib/format.ts';
import type { ListRow } from '../../lists/list-row.ts';
import type { Entry } from '../../lists/lookup/entry.ts';

type Property = 'shape' | 'colour' | 'clarity' | 'cut';

/** Carats as they were typed, and the weights meant: between which carats those are that are shown so. */
type Weight = { min: number; max: number; from: number; to: number };

/** What was typed, as it is understood: weights in carats, properties by their codes, and words that must be found. */
export type Query = {
  weight: Weight | null;
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
  let weight: Weight | null = null;
  for (const word of text.toLowerCase().split(/\s+/).filter(Boolean)) {
    if (word === 'ct' || word === 'cts') continue;
    const carats = weightOf(word);
    if (carats) {
      weight = weight ? bothOf(weight, carats) : carats;
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
  if (weight && (row.weight < weight.from || row.weight > weight.to)) return false;
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
    ...(weight && { weight: { kind: 'range', min: weight.from, max: weight.to } }),
    ...Object.fromEntries(
      PROPERTIES.filter((property) => properties[property].length > 0).map((property) => [
        property,
        { kind: 'choice', values: property === 'shape' ? shapes : properties[property] } as const,
      ]),
    ),
  };
}

function weightOf(word: string): Weight | null {
  const match = WEIGHT.exec(word);
  if (!match || !/\d/.test(word)) return null;
  const [from, to] = [asTyped(match[1] ?? ''), asTyped(match[2] ?? '')];
  if (!from) return to && { ...to, min: 0, from: 0 };
  return to ? { ...from, max: to.max, to: to.to } : from;
}

const bothOf = (one: Weight, other: Weight): Weight => ({
  min: Math.min(one.min, other.min),
  max: Math.max(one.max, other.max),
  from: Math.min(one.from, other.from),
  to: Math.max(one.to, other.to),
});

/**
 * '1.5' is 1.50 to 1.59, '1' 1.00 to 1.99: what goes on as it was begun. Weights have three decimals and are shown with two,
 * so those are meant that are shown so; a figure with three is itself.
 */
function asTyped(figure: string): Weight | null {
  if (!/\d/.test(figure)) return null;
  const text = figure.replace(',', '.');
  const digits = text.split('.')[1]?.length ?? 0;
  const min = Number(text);
  if (digits > 2) return { min, max: min, from: min, to: min };
  const max = inThousandths(min + (digits === 2 ? 0 : 10 ** -digits - 0.01));
  return { min, max, from: Math.max(0, inThousandths(min - 0.005)), to: inThousandths(max + 0.004) };
}

const inThousandths = (carats: number): number => Number(carats.toFixed(3));

/** As it is meant: with two decimals what is shown so, with three a figure that is itself. */
function weightWords(weight: Weight): string {
  const words = (carats: number, meant: number): string =>
    (carats === meant && carats > 0 ? formatExactWeight : formatWeight)(carats);
  const [from, to] = [words(weight.min, weight.from), words(weight.max, weight.to)];
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
