import type { CustomerState } from '#contracts/customer/index.ts';
import { z } from 'zod';
import { retailMarkupSchema, type CustomerEvent, type RetailMarkup } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { contentVersion } from '#services/platform/commands/index.ts';
import { changedMeanwhile, Refusal } from '#services/platform/refusal.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';
import { requireCustomer } from './require-customer.ts';

const MOST_ROWS = 200;

/** With the version of the rows that was read; without one they are set as they are. */
export type SetRetailMarkups = { rows: readonly RetailMarkup[]; expectedVersion?: string | null };

/**
 * The customer's retail markups, whole and in order: the first row that matches a stone's product type and
 * its weight or value is its markup (rule: Retail price). Weights in thousandths of a carat, values in cents,
 * markups in ppm; an open bound is null. Rows that are already in force are not recorded again. Refuses an
 * unknown customer (404), bad rows (422), and rows of which another version was read (409).
 */
export function setRetailMarkups(
  state: CustomerState,
  command: SetRetailMarkups,
  at: Instant,
): CustomerEvent[] {
  const record = requireCustomer(state);
  const rows = checkedFields(z.array(retailMarkupSchema).max(MOST_ROWS), command.rows);
  rows.forEach(checkRow);
  if (JSON.stringify(rows) === JSON.stringify(record.retailMarkups)) return [];
  const { expectedVersion = null } = command;
  if (expectedVersion !== null && expectedVersion !== contentVersion(record.retailMarkups))
    throw changedMeanwhile(undefined, 'list of retail markups');
  return [{ type: 'RetailMarkupsSet', data: { rows, effectiveAt: at } }];
}

/** A row has the bounds that its type needs; the other pair is null (product: Retail markup). */
function checkRow(row: RetailMarkup, index: number): void {
  const byWeight = row.type === 'weight';
  const [minimum, maximum] = byWeight
    ? [row.minWeight, row.maxWeight]
    : [row.minValueCents, row.maxValueCents];
  const unused = byWeight ? [row.minValueCents, row.maxValueCents] : [row.minWeight, row.maxWeight];
  const refuse = (field: string, message: string): never => {
    throw new Refusal(422, `Row ${index + 1}: ${message}`, {
      code: 'INVALID',
      field: `${index}.${field}`,
    });
  };
  if (unused.some((bound) => bound !== null)) refuse('type', `by ${row.type}: leave the other bounds empty.`);
  if (minimum !== null && maximum !== null && minimum > maximum)
    refuse(byWeight ? 'minWeight' : 'minValue', 'the minimum is above the maximum.');
  if (row.productTypes.length === 0) refuse('productTypes', 'choose at least one product type.');
}
