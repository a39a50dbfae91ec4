import { desireStreams } from '#contracts/events/index.ts';
import { evolveDesire, type Desire } from '#contracts/lifecycle/index.ts';
import { loadRows, upsertRows, type Projection } from '../engine/index.ts';
import { desireTable } from './tables.ts';

type DesireState = { readonly desire: Desire; readonly changedPosition: number };

/** Desires by customer and status (rule: Desires). */
export const desiresProjection: Projection<DesireState> = {
  name: 'desires',
  version: 1,
  tables: [desireTable],
  streams: [desireStreams.prefix],
  keysOf: (event) => [desireStreams.keyOf(event.stream)],
  async load(tx, ids) {
    const rows = await loadRows(tx, desireTable, 'desire_id', ids);
    return new Map(
      rows.map((row) => [row.desire_id, { desire: row.record, changedPosition: row.changed_position }]),
    );
  },
  apply(state, event) {
    const desire = evolveDesire(state?.desire, desireStreams.own(event));
    return { desire, changedPosition: Number(event.position) };
  },
  save: (tx, changed) =>
    upsertRows(
      tx,
      desireTable,
      [...changed].map(([desireId, { desire, changedPosition }]) => ({
        desire_id: desireId,
        customer_id: desire.customerId,
        status: desire.status,
        carted_at: desire.cartedAt,
        changed_position: changedPosition,
        record: desire,
      })),
    ),
};
