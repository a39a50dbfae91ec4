import type { PieceAttributes } from '#contracts/events/index.ts';
import type { FinishedModelsRequest, ModelOrder, ModelOrders } from '#contracts/jewellery/model-orders.ts';
import type { Model } from '#contracts/jewellery/model.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { bigint, boolean, int, json, nullable, readTable, text, type ReadTables } from '../engine/index.ts';

/** A model as it was imported and edited; `record` holds its fields. */
export const modelTable = readTable('jewellery_model', {
  columns: {
    model_key: text(),
    name: text(),
    hide: boolean(),
    changed_position: bigint(),
    record: json<Model>(),
  },
  key: ['model_key'],
});

/** What a piece tells about its model, for models that are not imported. */
export type PieceModel = { name: string } & Pick<
  PieceAttributes,
  'modelDescription' | 'modelType' | 'modelSubType' | 'modelFinish'
>;

/** The model of each piece, and since when it is listed; its description and place are in `parcel`. */
export const pieceTable = readTable('jewellery_piece', {
  columns: {
    parcel_name: text(),
    model_key: nullable(text()),
    listed_at: text<Instant>(),
    listed_position: bigint(),
    changed_position: bigint(),
    piece: json<PieceModel>(),
  },
  key: ['parcel_name'],
  indexes: ['(model_key)'],
});

/** Orders of models, with what is still open of each: the back orders (rule: Back orders). */
export const orderTable = readTable('model_order', {
  columns: {
    order_id: text(),
    customer_id: int(),
    model_key: text(),
    open: int(),
    waiting: boolean(),
    placed_position: bigint(),
    record: json<ModelOrder>(),
  },
  key: ['order_id'],
  indexes: ['(model_key, placed_position) where waiting', '(customer_id) where waiting'],
});

/** The answer to each request of models, for repetitions long after. */
export const requestTable = readTable('models_request', {
  columns: { request_id: text(), customer_id: int(), record: json<FinishedModelsRequest>() },
  key: ['request_id'],
});

/** The fold's state of a customer's orders, without the closed ones. */
export const customerOrdersTable = readTable('customer_model_orders', {
  columns: { customer_id: int(), changed_position: bigint(), state: json<ModelOrders>() },
  key: ['customer_id'],
});

export type JewelleryTables = ReadTables<
  typeof modelTable | typeof pieceTable | typeof orderTable | typeof requestTable
>;
