import { modelStreams } from '#contracts/events/index.ts';
import { evolveModel, type Model } from '#contracts/jewellery/model.ts';
import { loadRecords, upsertRows, type Projection, type RecordedState } from '../engine/index.ts';
import { modelTable } from './tables.ts';

/** Jewellery models (product: Jewellery model); the pieces of each are queried apart. */
export const modelsProjection: Projection<RecordedState<Model>> = {
  name: 'jewellery_models',
  version: 1,
  tables: [modelTable],
  streams: [modelStreams.prefix],
  keysOf: (event) => [modelStreams.keyOf(event.stream)],
  load: (tx, keys) => loadRecords(tx, modelTable, 'model_key', keys, 'record'),
  apply(state, event) {
    const record = evolveModel(state?.record ?? null, modelStreams.own(event));
    return { record, changedPosition: Number(event.position) };
  },
  save: (tx, changed) =>
    upsertRows(
      tx,
      modelTable,
      [...changed].map(([key, { record, changedPosition }]) => ({
        model_key: key,
        name: record.name,
        hide: record.fields.hide === true,
        changed_position: changedPosition,
        record,
      })),
    ),
};
