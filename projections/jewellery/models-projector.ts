import { modelEvents, type ModelEvent } from '#contracts/events/index.ts';
import { evolveModel, type Model } from '#contracts/jewellery/model.ts';
import { loadRows, upsertRows, type ProjectedEvent, type Projection } from '../engine/index.ts';
import { modelTable } from './tables.ts';

const PREFIX = 'model-';

type ModelState = { readonly model: Model; readonly changedPosition: number };

/** Jewellery models (product: Jewellery model); the pieces of each are queried apart. */
export const modelsProjection: Projection<ModelState> = {
  name: 'jewellery_models',
  version: 1,
  tables: [modelTable],
  streams: [PREFIX],
  keysOf: (event) => [event.stream.slice(PREFIX.length)],
  async load(tx, keys) {
    const rows = await loadRows(tx, modelTable, 'model_key', keys);
    return new Map(
      rows.map((row) => [row.model_key, { model: row.record, changedPosition: row.changed_position }]),
    );
  },
  apply(state, event) {
    if (!isModelEvent(event)) throw new Error(`${event.type} does not belong in ${event.stream}`);
    return { model: evolveModel(state?.model ?? null, event), changedPosition: Number(event.position) };
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

function isModelEvent(event: ProjectedEvent): event is ProjectedEvent & ModelEvent {
  return Object.hasOwn(modelEvents, event.type);
}
