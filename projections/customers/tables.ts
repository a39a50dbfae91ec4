import type { CustomerRecord } from '#contracts/customer/index.ts';
import { bigint, int, json, nullable, readTable, text, textArray, type ReadTables } from '../engine/index.ts';

/** A customer as it is now; `record` is the fold's state, with its terms through time. */
export const customerTable = readTable('customer', {
  columns: {
    customer_id: int(),
    name: text(),
    changed_position: bigint(),
    record: json<CustomerRecord>(),
  },
  key: ['customer_id'],
});

/** Which customer an account of the trading system belongs to, by kind of document. */
export const accountCodeTable = readTable('customer_account', {
  columns: {
    dx_instance: text(),
    account_code: text(),
    customer_id: int(),
    doc_types: textArray(),
    assigned_position: bigint(),
  },
  key: ['dx_instance', 'account_code', 'customer_id'],
  indexes: ['(customer_id)'],
});

/**
 * When each account belonged to which customer, so that a document's date decides its customer (rule: Versions of a
 * document).
 */
export const accountPeriodTable = readTable('customer_account_period', {
  columns: {
    dx_instance: text(),
    account_code: text(),
    customer_id: int(),
    assigned_position: bigint(),
    since: text(),
    until: nullable(text()),
  },
  key: ['dx_instance', 'account_code', 'customer_id', 'assigned_position'],
  indexes: ['(customer_id)'],
});

export type CustomerTables = ReadTables<
  typeof customerTable | typeof accountCodeTable | typeof accountPeriodTable
>;
