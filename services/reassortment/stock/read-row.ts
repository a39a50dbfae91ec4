import { BIN_ATTRIBUTES, NO_QUANTITY } from '#contracts/reassortment/bin-spec.ts';
import type {
  CustomerStone,
  CustomerStoneProperty,
  UnreadableRow,
} from '#contracts/reassortment/customer-stone.ts';
import { exactThousandthsOf } from '#contracts/vocabulary/carats.ts';
import { houseDaySchema } from '#contracts/vocabulary/schemas.ts';
import { numberOf } from '#services/platform/workbooks/index.ts';
import { wholePieces } from '../ideal/whole-pieces.ts';
import { isUnit } from './is-unit.ts';
import { knownValue, mappedValue, storeOf, type StockWords } from './stock-words.ts';

/** The texts of a row's cells, by property, without blank ones. */
export type RowValues = UnreadableRow['values'];
export type RowProblem = UnreadableRow['problems'][number];

const LONGEST_ID = 64;

/**
 * A row of a customer's stock (rule: Units and additions; rule: Maps), or why it cannot be read. Stones that the
 * customer still has need the template's attributes, except that cut may be blank. Nothing is guessed.
 * @param cellProblems cells that have no value, such as a formula without a result
 */
export function readRow(
  row: number,
  values: RowValues,
  words: StockWords,
  cellProblems: readonly RowProblem[] = [],
): { stone: CustomerStone } | { unreadable: UnreadableRow } {
  const problems = [...cellProblems];
  const isReported = new Set(problems.map(({ property }) => property));
  const fault = (property: CustomerStoneProperty, message: string): null => {
    if (!isReported.has(property)) problems.push({ property, message });
    isReported.add(property);
    return null;
  };
  const customerStoneId = values.customerStoneId ?? fault('customerStoneId', 'is empty');
  if (customerStoneId !== null && customerStoneId.length > LONGEST_ID)
    fault('customerStoneId', `has more than ${LONGEST_ID} characters`);
  const storeId = storeIdOf(values, words, fault);
  const quantity = piecesOf(values.quantity, fault);
  const status = values.status === undefined ? null : mappedValue(words, 'status', values.status);
  const soldDate = dayOf(values.soldDate, fault);
  const isThere = isUnit({ quantity: quantity ?? 1, soldDate, status });
  const stone = gradesOf(values, words, isThere, fault);
  const priceCents = centsOf(values.price, 'price', fault);
  const retailPriceCents = centsOf(values.retailPrice, 'retailPrice', fault);
  if (problems.length > 0 || customerStoneId === null || storeId === null || quantity === null)
    return { unreadable: { row, values, problems } };
  return {
    stone: {
      row,
      customerStoneId,
      storeId,
      stone,
      priceCents,
      retailPriceCents,
      status,
      soldDate,
      quantity,
      values,
      ...(values.certNo !== undefined && { certNo: values.certNo }),
    },
  };
}

type Fault = (property: CustomerStoneProperty, message: string) => null;

function storeIdOf(values: RowValues, words: StockWords, fault: Fault): string | null {
  let found: string | null = null;
  let isFaulty = false;
  for (const property of ['storeId', 'storeName'] as const) {
    const text = values[property];
    if (text === undefined) continue;
    const store = storeOf(words, property, text);
    const problem = !store
      ? "is not one of the customer's stores"
      : found !== null && found !== store.storeId
        ? 'is another store'
        : null;
    if (problem !== null) {
      fault(property, `"${text}" ${problem}`);
      isFaulty = true;
    } else found = store!.storeId;
  }
  if (isFaulty) return null;
  return found ?? fault(values.storeName === undefined ? 'storeId' : 'storeName', 'is empty');
}

function gradesOf(
  values: RowValues,
  words: StockWords,
  isThere: boolean,
  fault: Fault,
): CustomerStone['stone'] {
  const stone: CustomerStone['stone'] = {};
  for (const attribute of BIN_ATTRIBUTES) {
    const text = values[attribute];
    const isNeeded = isThere && words.attributes.includes(attribute);
    if (text === undefined) {
      if (isNeeded && attribute !== 'cut') fault(attribute, 'is empty');
    } else if (attribute === 'weight') {
      const weight = weightOf(text);
      if (weight === null) fault(attribute, `"${text}" is no weight in carats, with at most three decimals`);
      else stone.weight = weight;
    } else {
      const value = knownValue(words, attribute, text);
      if (value !== undefined) stone[attribute] = value;
      else if (isNeeded)
        fault(attribute, `"${text}" is not on the list of ${attribute}, and has no value map`);
    }
  }
  return stone;
}

/** Thousandths of a carat; null for what is no weight, and for more than three decimals. */
function weightOf(text: string): number | null {
  const carats = numberOf(text);
  return carats === null || carats <= 0 ? null : exactThousandthsOf(carats);
}

function piecesOf(text: string | undefined, fault: Fault): number | null {
  if (text === undefined) return fault('quantity', 'is empty');
  return wholePieces(text) ?? fault('quantity', `"${text}" ${NO_QUANTITY}`);
}

function dayOf(text: string | undefined, fault: Fault): string | null {
  if (text === undefined) return null;
  const day = houseDaySchema.safeParse(text);
  return day.success ? day.data : fault('soldDate', `"${text}" is no date: write it like 2026-04-11`);
}

/** Rounded to whole cents, because prices are often computed. */
function centsOf(text: string | undefined, property: 'price' | 'retailPrice', fault: Fault): number | null {
  if (text === undefined) return null;
  const dollars = numberOf(text);
  const cents = dollars === null ? Number.NaN : Math.round(dollars * 100);
  return Number.isSafeInteger(cents) && cents >= 0
    ? cents
    : fault(property, `"${text}" is no amount of dollars`);
}
