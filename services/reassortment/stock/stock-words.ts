import type { BinAttribute } from '#contracts/reassortment/bin-spec.ts';
import {
  CUSTOMER_STONE_PROPERTIES,
  type CustomerStoneProperty,
} from '#contracts/reassortment/customer-stone.ts';
import { hasList, LIST_VALUES, type ListedAttribute } from '#contracts/reassortment/list-values.ts';
import type { ColumnMap, Store, ValueMap } from '#contracts/reassortment/reassortment.ts';
import { FLUORESCENCES } from '#contracts/vocabulary/grades.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { plainWord } from '../commands/plain-word.ts';

/** What a customer's stock is read with: its maps and stores, and the attributes of the ideal it is compared with. */
export type StockWords = {
  columnMaps: readonly ColumnMap[];
  valueMaps: readonly ValueMap[];
  stores: readonly Store[];
  attributes: readonly BinAttribute[];
};

const PROPERTIES: ReadonlyMap<string, CustomerStoneProperty> = new Map(
  CUSTOMER_STONE_PROPERTIES.map((property) => [plainWord(property), property]),
);

const named = (rows: readonly (readonly [value: string, ...words: string[]])[]) =>
  new Map(rows.flatMap(([value, ...words]) => [value, ...words].map((word) => [plainWord(word), value])));
/** The names of a list's values in the list itself. */
const LISTED: Readonly<Record<ListedAttribute, ReadonlyMap<string, string>>> = {
  shape: named(SHAPES.map((row) => [row.shapeCode, row.description])),
  colour: named(LIST_VALUES.colour.map((value) => [value])),
  clarity: named(LIST_VALUES.clarity.map((value) => [value])),
  fluorescence: named(FLUORESCENCES.map((row) => [row.fluorescence, row.description])),
  cut: named(LIST_VALUES.cut.map((value) => [value])),
  polish: named(LIST_VALUES.polish.map((value) => [value])),
  symmetry: named(LIST_VALUES.symmetry.map((value) => [value])),
  lab: named(LIST_VALUES.lab.map((value) => [value])),
};

/** The property of a column's heading: by the customer's map, else the property with that name (rule: Maps). */
export function propertyOfHead(words: StockWords, head: string): CustomerStoneProperty | null {
  const plain = plainWord(head);
  const map = words.columnMaps.find(({ columnHeader }) => plainWord(columnHeader) === plain);
  return map?.customerStoneProperty ?? PROPERTIES.get(plain) ?? null;
}

/** A value as the customer's map translates it; unchanged when it is not mapped. */
export function mappedValue(words: StockWords, property: CustomerStoneProperty, text: string): string {
  const plain = plainWord(text);
  const map = words.valueMaps.find(
    (each) => each.customerStoneProperty === property && plainWord(each.inputValue) === plain,
  );
  return map?.outputValue ?? text.trim();
}

/** The store with this id or name; undefined for none or several. */
export function storeOf(
  words: StockWords,
  property: 'storeId' | 'storeName',
  text: string,
): Store | undefined {
  const plain = plainWord(mappedValue(words, property, text));
  const [store, ...others] = words.stores.filter((each) => plainWord(each[property]) === plain);
  return others.length > 0 ? undefined : store;
}

/** The value here for a value of the customer's; undefined when it is neither mapped nor on the property's list. */
export function knownValue(
  words: StockWords,
  property: CustomerStoneProperty,
  text: string,
): string | undefined {
  if (property === 'storeId' || property === 'storeName') return storeOf(words, property, text)?.[property];
  const value = mappedValue(words, property, text);
  return hasList(property) ? LISTED[property].get(plainWord(value)) : value;
}
