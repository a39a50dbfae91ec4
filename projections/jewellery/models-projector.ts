import { modelStreams } from '#contracts/events/index.ts';
import { evolveModel, type Model } from '#contracts/jewellery/model.ts';
import { loadRows, upsertRows, type Projection } from '../engine/index.ts';
import { modelTable } from './tables.ts';

type ModelState = { readonly model: Model; readonly changedPosition: number };

/** Jewellery models (product: Jewellery model); the pieces of each are queried apart. */
export const modelsProjection: Projection<ModelState> = {
  name: 'jewellery_models',
  version: 1,
  tables: [modelTable],
  streams: [modelStreams.prefix],
  keysOf: (event) => [modelStreams.keyOf(event.stream)],
  async load(tx, keys) {
    const rows = await loadRows(tx, modelTable, 'model_key', keys);
    return new Map(
      rows.map((row) => [row.model_key, { model: row.record, changedPosition: row.changed_position }]),
    );
  },
  apply(state, event) {
    const model = evolveModel(state?.model ?? null, modelStreams.own(event));
    return { model, changedPosition: Number(event.position) };
  },
  save: (tx, changed) =>
    upsertRows(
      tx,
      modelTable,
      [...changed].map(([key, { model, changedPosition }]) => ({
        model_key: key,
        name: model.name,
        hide: model.fields.hide === true,
        changed_position: changedPosition,
        record: model,
      })),
    ),
};
