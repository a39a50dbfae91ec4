import {
  evolveCustomerRecord,
  isCustomerRecordEvent,
  type CustomerRecord,
} from '#contracts/customer/index.ts';
import { customerStreams } from '#contracts/events/index.ts';
import { deleteRows, loadRecords, upsertRows, type Projection, type RecordedState } from '../engine/index.ts';
import { accountCodeTable, accountPeriodTable, customerTable } from './tables.ts';

/**
 * Customers with their access, terms through time, accounts of the trading system and retail markups
 * (architecture: Projections).
 */
export const customersProjection: Projection<RecordedState<CustomerRecord>> = {
  name: 'customers',
  version: 4,
  tables: [customerTable, accountCodeTable, accountPeriodTable],
  streams: [customerStreams.prefix],
  // What the customer asks for is in the same stream, but not in its record.
  keysOf: (event) => (isCustomerRecordEvent(event) ? [customerStreams.keyOf(event.stream)] : []),
  load: (tx, customerIds) => loadRecords(tx, customerTable, 'customer_id', customerIds, 'record'),
  apply(state, event) {
    if (!isCustomerRecordEvent(event)) throw new Error(`${event.type} does not belong in ${event.stream}`);
    return { record: evolveCustomerRecord(state?.record, event), changedPosition: Number(event.position) };
  },
  save(tx, changed) {
    const states = [...changed.values()];
    upsertRows(
      tx,
      customerTable,
      states.map(({ record, changedPosition }) => ({
        customer_id: record.customerId,
        name: record.identity.name,
        changed_position: changedPosition,
        record,
      })),
    );
    const customerIds = states.map(({ record }) => record.customerId);
    for (const table of [accountCodeTable, accountPeriodTable])
      deleteRows(tx, table, 'customer_id', customerIds);
    upsertRows(
      tx,
      accountCodeTable,
      states.flatMap(({ record }) =>
        record.accounts.map((account) => ({
          dx_instance: account.dxInstance,
          account_code: account.accountCode,
          customer_id: record.customerId,
          doc_types: account.docTypes,
          assigned_position: account.position,
        })),
      ),
    );
    upsertRows(
      tx,
      accountPeriodTable,
      states.flatMap(({ record: { customerId, accountPeriods } }) =>
        accountPeriods.map(({ dxInstance, accountCode, position, since, until }) => ({
          dx_instance: dxInstance,
          account_code: accountCode,
          customer_id: customerId,
          assigned_position: position,
          since,
          until,
        })),
      ),
    );
  },
};
