import { desireStreams } from '#contracts/events/index.ts';
import { evolveDesire, type Desire } from '#contracts/lifecycle/index.ts';
import { loadRecords, upsertRows, type Projection, type RecordedState } from '../engine/index.ts';
import { desireTable } from './tables.ts';

/** Desires by customer and status (rule: Desires). */
export const desiresProjection: Projection<RecordedState<Desire>> = {
  name: 'desires',
  version: 1,
  tables: [desireTable],
  streams: [desireStreams.prefix],
  keysOf: (event) => [desireStreams.keyOf(event.stream)],
  load: (tx, ids) => loadRecords(tx, desireTable, 'desire_id', ids, 'record'),
  apply(state, event) {
    const record = evolveDesire(state?.record, desireStreams.own(event));
    return { record, changedPosition: Number(event.position) };
  },
  save: (tx, changed) =>
    upsertRows(
      tx,
      desireTable,
      [...changed].map(([desireId, { record, changedPosition }]) => ({
        desire_id: desireId,
        customer_id: record.customerId,
        status: record.status,
        carted_at: record.cartedAt,
        changed_position: changedPosition,
        record,
      })),
    ),
};
