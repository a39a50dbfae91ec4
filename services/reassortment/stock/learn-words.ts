import type { LearntWords } from '#contracts/api/reassortment-stock.ts';
import type { CustomerStoneProperty } from '#contracts/reassortment/customer-stone.ts';
import { hasList, type ListedAttribute } from '#contracts/reassortment/list-values.ts';
import { plainName, type Sheet } from '#services/platform/workbooks/index.ts';
import { gradeOfSpelling, suggestColumns } from '#services/vendors/index.ts';
import { plainWord } from '../commands/plain-word.ts';
import { cellText, findHead, type StockColumn, type StockTable } from './find-head.ts';
import { knownValue, type StockWords } from './stock-words.ts';

/** Rows whose values decide what a column may be. */
const SAMPLES = 50;
/** A column with more different values than this holds names or notes, not words to be mapped. */
const MOST_VALUES = 200;

/** Names that vendors' feeds use for properties that customers have too. */
const OF_FEEDS: Readonly<Record<string, CustomerStoneProperty>> = {
  parcelName: 'customerStoneId',
  lab: 'lab',
  certNo: 'certNo',
  weight: 'weight',
  shapeCode: 'shape',
  colour: 'colour',
  clarity: 'clarity',
  fluorescence: 'fluorescence',
  cut: 'cut',
  polish: 'polish',
  symmetry: 'symmetry',
  vendorPrice: 'price',
  vendorAvailability: 'status',
};

/** Names that customers use for the others, letters and digits only. */
const OWN_HEADS: readonly (readonly [CustomerStoneProperty, readonly string[]])[] = [
  ['storeName', ['store', 'storename', 'location', 'branch', 'shop', 'boutique']],
  ['storeId', ['storeno', 'storenumber', 'storecode', 'storeid', 'shopno', 'branchno', 'locationid']],
  ['quantity', ['qty', 'pcs', 'pieces', 'onhand', 'qtyonhand', 'stones', 'count']],
  ['retailPrice', ['retail', 'retailprice', 'msrp', 'sellingprice', 'tagprice']],
  ['soldDate', ['sold', 'datesold', 'solddate', 'saledate', 'soldon']],
  [
    'customerStoneId',
    ['id', 'item', 'itemid', 'itemnumber', 'inventoryno', 'inventorynumber', 'tag', 'tagno'],
  ],
  ['price', ['cost', 'costprice', 'unitcost', 'price']],
  ['status', ['status', 'state']],
];

/**
 * The headings and values of a customer's file, what they mean here, and a suggestion for each that is not mapped;
 * unmapped ones come first. A person accepts suggestions: nothing is read by them (rule: Maps).
 */
export function learnWords(sheets: readonly Sheet[], words: StockWords): LearntWords {
  const table = findHead(sheets, words);
  if (!table) return { columns: [], values: [] };
  const suggestions = suggestedProperties(table);
  const columns = table.columns.map(({ head, property }, index) => ({
    columnHeader: head,
    customerStoneProperty: property,
    suggestion: property === null ? (suggestions[index] ?? null) : null,
  }));
  const values = table.columns.flatMap((column, index) => {
    const property = column.property ?? suggestions[index] ?? null;
    return property === null ? [] : valuesOf(table, column, property, words);
  });
  const unmappedFirst = <Row>(rows: readonly Row[], isMapped: (row: Row) => boolean): Row[] => [
    ...rows.filter((row) => !isMapped(row)),
    ...rows.filter(isMapped),
  ];
  return {
    columns: unmappedFirst(columns, ({ customerStoneProperty }) => customerStoneProperty !== null),
    values: unmappedFirst(values, ({ outputValue }) => outputValue !== null),
  };
}

function suggestedProperties({ columns, rows }: StockTable): (CustomerStoneProperty | null)[] {
  const samples = columns.map(({ head, index }) => ({
    heading: head,
    samples: rows.slice(0, SAMPLES).flatMap((row) => cellText(row, index) ?? []),
  }));
  const ofFeeds = suggestColumns(samples).map((attribute) => OF_FEEDS[attribute ?? ''] ?? null);
  const taken = new Set(columns.map(({ property }) => property));
  return columns.map(({ head, property }, index) => {
    if (property !== null) return null;
    const letters = plainName(head.replaceAll('#', 'no'));
    const own = OWN_HEADS.find(([, heads]) => heads.includes(letters))?.[0];
    const suggestion = own ?? ofFeeds[index] ?? null;
    if (suggestion === null || taken.has(suggestion)) return null;
    taken.add(suggestion);
    return suggestion;
  });
}

const HAS_WORDS: readonly CustomerStoneProperty[] = ['storeId', 'storeName', 'status'];

/** The different values of a column whose values can be mapped, each with how many rows have it. */
function valuesOf(
  { rows }: StockTable,
  { index }: StockColumn,
  property: CustomerStoneProperty,
  words: StockWords,
): LearntWords['values'] {
  if (!hasList(property) && !HAS_WORDS.includes(property)) return [];
  const counts = new Map<string, { inputValue: string; rows: number }>();
  for (const row of rows) {
    const text = cellText(row, index);
    if (text === null) continue;
    const counted = counts.get(plainWord(text)) ?? { inputValue: text, rows: 0 };
    counts.set(plainWord(text), { ...counted, rows: counted.rows + 1 });
  }
  if (counts.size > MOST_VALUES) return [];
  return [...counts.values()].map(({ inputValue, rows: count }) => {
    const outputValue = knownValue(words, property, inputValue) ?? null;
    const suggestion =
      outputValue === null && hasList(property) ? (spelt(property, inputValue) ?? null) : null;
    return { customerStoneProperty: property, inputValue, rows: count, outputValue, suggestion };
  });
}

/** What vendors mean by that spelling. */
function spelt(attribute: ListedAttribute, spelling: string): string | undefined {
  const grade = gradeOfSpelling(attribute === 'shape' ? 'shapeCode' : attribute, spelling);
  return grade === 'NONE' ? undefined : grade;
}
