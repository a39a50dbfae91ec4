import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createIndexes, createTable } from './engine/table.ts';
import { createProjections } from './index.ts';

/**
 * The version of each read model and the fingerprint of its tables. A database keeps its tables until the version is
 * raised: a change of tables raises it and notes the new pair here, and a pair that was noted never changes.
 */
const KNOWN: Readonly<Record<string, readonly [version: number, tables: string]>> = {
  parcels: [12, '4316cee12d4c'],
  customers: [4, '0d42bffe9ea5'],
  instructions: [2, '73df22ddd020'],
  carts: [1, '7e047fd0800d'],
  desires: [1, '7da4233997f0'],
  vendors: [4, 'a56679f13a4f'],
  jewellery_models: [1, 'bd15eaf7d6cf'],
  jewellery_pieces: [1, 'db8adf422bd8'],
  model_orders: [2, '88dd12ce7c87'],
  audit: [5, '9450e00d4741'],
  bills: [3, 'ebe96ba0374c'],
  parcel_figures: [4, '5a02852eef0e'],
  bill_figures: [1, 'f6252d689b6d'],
};

test.each(createProjections('America/New_York'))('$name has the tables of its version', (projection) => {
  const statements = projection.tables.flatMap((table) => [
    ...createTable(table, table.name),
    ...createIndexes(table.questionIndexes, table.name),
  ]);
  const fingerprint = createHash('sha256').update(statements.join('\n')).digest('hex').slice(0, 12);
  expect([projection.version, fingerprint]).toEqual(KNOWN[projection.name]);
});
