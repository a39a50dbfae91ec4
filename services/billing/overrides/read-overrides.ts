import { CUSTOMER_TERMS, MOST_OF_UNIT } from '#contracts/api/terms.ts';
import { BILLING_TERMS, type BillingTerm, type Override } from '#contracts/billing/index.ts';
import { centsOf, ppmOf } from '#contracts/vocabulary/money.ts';
import { base64BodyLimit, bytesOfField } from '#services/platform/http/index.ts';
import { plainName, readSentSheets, refusedRows } from '#services/platform/workbooks/index.ts';
import type { Refusal } from '#services/platform/refusal.ts';
import { readOverrideRows, type OverrideRow, type WrongRow } from './read-override-rows.ts';

/** Overrides, each with its row of the sheet, counted from 1, and the rows that cannot be used. */
export type SheetOverrides = { overrides: Override[]; rowOf: number[]; wrong: WrongRow[] };

const MB = 1024 * 1024;
/** Overrides are exceptions; a file with more rows is the wrong one, or an attack (rule: Workbook limits). */
const LIMITS = { bytes: 4 * MB, expandedBytes: 64 * MB, rows: 20_000, columns: 100 } as const;
export const OVERRIDES_BODY_LIMIT = base64BodyLimit(LIMITS.bytes);

const FIELD = 'base64Overrides';

/**
 * Reads the overrides of a sheet in base64, .xlsx or CSV (rule: Overrides): one row that cannot be used fails all.
 * Billing checks whether each matches a line of the month. Throws Refusal 422 when there are no rows to read.
 */
export async function readOverrides(base64: string): Promise<SheetOverrides> {
  const { rows, wrong } = readOverrideRows(
    await readSentSheets(bytesOfField(FIELD, base64, LIMITS.bytes), LIMITS, FIELD),
  );
  const read: SheetOverrides = { overrides: [], rowOf: [], wrong };
  const firstOf = new Map<string, number>();
  for (const row of rows) {
    const { customerId, key } = row;
    const what = `${customerId} ${termOf(key) ?? `line ${key}`}`;
    const first = firstOf.get(what);
    if (first !== undefined) {
      const message = `overrides ${key} of customer ${customerId} again, after row ${first}: keep one of them`;
      wrong.push({ row: row.row, message });
      continue;
    }
    firstOf.set(what, row.row);
    const override = overrideOf(row);
    if ('message' in override) wrong.push(override);
    else {
      read.overrides.push(override);
      read.rowOf.push(row.row);
    }
  }
  return read;
}

/** The refusal of unusable rows, in their order in the sheet. */
export function refusedOverrides(problems: readonly WrongRow[]): Refusal {
  const sorted = [...problems].sort((a, b) => a.row - b.row);
  const words = sorted.map(({ row, message }) => `row ${row}${message.startsWith(':') ? '' : ' '}${message}`);
  return refusedRows(words, {
    begins: 'The overrides sheet was not applied, and nothing was billed: ',
    code: 'WRONG_OVERRIDES',
    field: FIELD,
    leftInWords: (left) => `${left} more ${left === 1 ? 'row' : 'rows'}`,
  });
}

const nameOf = (term: BillingTerm): string => CUSTOMER_TERMS[term].name;
const TERMS = new Map(BILLING_TERMS.map((term) => [plainName(nameOf(term)), term]));
const termOf = (key: string): BillingTerm | undefined => TERMS.get(plainName(key));

/** For a threshold or a rate, 0.015 is more likely 1.5 % from a percent cell than a rate that anybody charges. */
const LEAST_PERCENT: Partial<Record<BillingTerm, number>> = { hafPct1Ppm: 1, hafPct2Ppm: 1 };
const LEAST_RATE = 0.05;

function overrideOf(sheetRow: OverrideRow): Override | WrongRow {
  const { row, customerId, key, isTerm, value, isPercent, reason } = sheetRow;
  const term = termOf(key);
  if (term === undefined) {
    if (isTerm)
      return {
        row,
        message: `names no term that can be overridden (${key.slice(0, 40)}): use one of ${BILLING_TERMS.map(nameOf).join(', ')}`,
      };
    if (isPercent)
      return {
        row,
        message: `has ${value} % as its value: a line is overridden with an amount, so write dollars, for example 98.00`,
      };
    const valueCents = centsOf(value);
    if (valueCents === null)
      return { row, message: `gives ${value} as an amount: write dollars with at most two decimals` };
    return { target: 'LINE', customerId, lineKey: key, valueCents, reason };
  }
  const inside = termValue(term, sheetRow);
  if (typeof inside !== 'number') return { row, ...inside };
  return { target: 'TERM', customerId, term, value: inside, reason };
}

/** A term's internal value, from its own unit: dollars, percent or days. */
function termValue(
  term: BillingTerm,
  { value, isPercent }: Pick<OverrideRow, 'value' | 'isPercent'>,
): number | { message: string } {
  const { name, unit } = CUSTOMER_TERMS[term];
  if (isPercent && unit !== 'ppm')
    return {
      message: `gives ${name} as ${value} %: write ${unit === 'days' ? 'whole days' : 'dollars'}, without a percent sign`,
    };
  if (value < 0) return { message: `gives ${name} as ${value}: it cannot be below 0` };
  if (unit === 'cents')
    return (
      centsOf(value) ?? { message: `gives ${name} as ${value}: write dollars with at most two decimals` }
    );
  if (unit === 'days')
    return Number.isInteger(value) && value <= MOST_OF_UNIT.days
      ? value
      : { message: `gives ${name} as ${value}: write whole days, ${MOST_OF_UNIT.days} at most` };
  const ppm = ppmOf(value);
  if (Math.abs(ppm / 10_000 - value) > 1e-9 || value > 100)
    return { message: `gives ${name} as ${value}: write percent up to 100 with at most four decimals` };
  if (value > 0 && value < (LEAST_PERCENT[term] ?? LEAST_RATE)) {
    const meant = ppm / 100;
    return {
      message: `gives ${name} as ${value} %: if ${meant} % is meant, write ${meant} in a cell that is not formatted as percent`,
    };
  }
  return ppm;
}
