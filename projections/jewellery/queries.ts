import { sql } from 'kysely';
import type { FinishedModelsRequest, ModelOrder } from '#contracts/jewellery/model-orders.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { MOST_PIECES } from '#contracts/vocabulary/parcels-at-a-time.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Model } from '#contracts/jewellery/model.ts';
import { anyOf } from '../engine/index.ts';
import { isAvailable, type ParcelTables } from '../parcels/index.ts';
import type { JewelleryTables, PieceModel } from './tables.ts';

const read = (db: Db) => db.withTables<JewelleryTables & ParcelTables>();

/** A piece that can be requested now; list price in cents. */
export type AvailablePiece = { parcelName: string; modelKey: string; totalCents: Cents; fm: boolean };

/** The AVAILABLE pieces of some models, oldest listed first. */
export async function availablePieces(db: Db, modelKeys: readonly string[]): Promise<AvailablePiece[]> {
  return read(db)
    .selectFrom('read.jewellery_piece as piece')
    .innerJoin('read.parcel as parcel', 'parcel.parcel_name', 'piece.parcel_name')
    .select(['piece.parcel_name as parcelName', 'parcel.total_cents as totalCents', 'parcel.fm'])
    .select(({ ref }) => ref('piece.model_key').$notNull().as('modelKey'))
    .where('piece.model_key', '=', anyOf(modelKeys))
    .where(isAvailable)
    .orderBy('piece.listed_at')
    .orderBy('piece.listed_position')
    .orderBy('piece.parcel_name')
    .execute();
}

/** The row `model` is of a lab-grown one; never null. */
const ofLabGrownModel = sql<boolean>`coalesce(model.record->'fields'->>'labGrown' = 'true', false)`;

/**
 * The pieces that a customer may neither see among the available ones nor request: those of hidden models, and
 * lab-grown ones when that line is closed to it (rule: What one may not see). Only among these names when given; in the
 * order of the names.
 */
export async function closedPieces(db: Db, lgAllowed: boolean, names?: readonly string[]): Promise<string[]> {
  const closed = read(db)
    .selectFrom('read.jewellery_piece as piece')
    .innerJoin('read.jewellery_model as model', 'model.model_key', 'piece.model_key')
    .select('piece.parcel_name')
    .where((eb) => (lgAllowed ? eb.ref('model.hide') : eb.or([eb.ref('model.hide'), ofLabGrownModel])))
    .orderBy('piece.parcel_name');
  const rows = await (names ? closed.where('piece.parcel_name', '=', anyOf(names)) : closed).execute();
  return rows.map((row) => row.parcel_name);
}

/** What a piece costs: its list price in cents, and its weight in thousandths of a carat, which a markup may go by. */
type PiecePrice = { totalCents: Cents; weight: number };

/** What pieces tell about a model: how many can be requested now, and the list price of each. */
export type ModelStock = {
  modelKey: string;
  available: number;
  /** Of the available pieces, oldest listed first, as a request takes them; no more than one request may have. */
  prices: PiecePrice[];
  /** Of the piece that was listed first, available or not; in thousandths of a carat. */
  weight: number;
  /** The description of the model by the piece that was listed first. */
  piece: PieceModel;
};

const byAge = sql`listed_at, listed_position, parcel_name`;
const priceJson = sql`json_build_object('totalCents', total_cents, 'weight', weight)`;

/**
 * Every model that has pieces, or only those with these keys. `fm`: whether pieces certified by FM count as available.
 */
export async function modelStocks(db: Db, fm: boolean, keys?: readonly string[]): Promise<ModelStock[]> {
  return read(db)
    .with('piece', (models) => {
      const pieces = models
        .selectFrom('read.jewellery_piece as piece')
        .innerJoin('read.parcel as parcel', 'parcel.parcel_name', 'piece.parcel_name')
        .select(['piece.piece', 'piece.listed_at', 'piece.listed_position', 'piece.parcel_name'])
        .select(['parcel.weight', 'parcel.total_cents'])
        .select(({ ref }) => ref('piece.model_key').$notNull().as('model_key'))
        .select(sql<boolean>`${isAvailable} and (${fm} or not fm)`.as('free'));
      return keys
        ? pieces.where('piece.model_key', '=', anyOf(keys))
        : pieces.where('piece.model_key', 'is not', null);
    })
    .selectFrom('piece')
    .select('model_key as modelKey')
    .select([
      sql<number>`(count(*) filter (where free))::int`.as('available'),
      sql<PiecePrice[]>`coalesce(to_json((array_agg(${priceJson} order by ${byAge}) filter (where free))[
        1:${sql.lit(MOST_PIECES)}]), '[]')`.as('prices'),
      sql<number>`(array_agg(weight order by ${byAge}))[1]`.as('weight'),
      sql<PieceModel>`(array_agg(piece order by ${byAge}))[1]`.as('piece'),
    ])
    .groupBy('model_key')
    .execute();
}

/** An imported model under its key, and the log position of its last change. */
export type ModelRecord = Model & { key: string; changedPosition: number };

/** Every imported model, or those of these keys; in the order of their keys. */
export async function modelRecords(db: Db, keys?: readonly string[]): Promise<ModelRecord[]> {
  const models = read(db)
    .selectFrom('read.jewellery_model')
    .select(['model_key as key', 'record', 'changed_position as changedPosition'])
    .orderBy('model_key');
  const rows = await (keys ? models.where('model_key', '=', anyOf(keys)) : models).execute();
  return rows.map(({ key, record, changedPosition }) => ({ key, ...record, changedPosition }));
}

/** Why a model is closed: to every customer, or to those to whom the line of lab-grown stones is. */
export type ClosedModel = { hidden: boolean; labGrown: boolean };

/** The models that are not open to every customer, by key. */
export async function closedModels(db: Db): Promise<Map<string, ClosedModel>> {
  const rows = await read(db)
    .selectFrom('read.jewellery_model as model')
    .select(['model_key as key', 'hide as hidden', ofLabGrownModel.as('labGrown')])
    .where((eb) => eb.or([eb.ref('hide'), ofLabGrownModel]))
    .execute();
  return new Map(rows.map(({ key, ...closed }) => [key, closed]));
}

/** An order with its customer and its open quantity. */
export type OrderRow = { customerId: number; modelKey: string; open: number; order: ModelOrder };

const orderColumns = [
  'customer_id as customerId',
  'model_key as modelKey',
  'open',
  'record as order',
] as const;

/** Back orders, or only those of some models or of a customer; first come first. */
export async function waitingOrders(
  db: Db,
  { modelKeys, customerId }: { modelKeys?: readonly string[]; customerId?: number } = {},
): Promise<OrderRow[]> {
  const waiting = read(db)
    .selectFrom('read.model_order')
    .select(orderColumns)
    .where((eb) => eb.ref('waiting'))
    .orderBy('placed_position')
    .orderBy('order_id');
  const ofModels = modelKeys ? waiting.where('model_key', '=', anyOf(modelKeys)) : waiting;
  return (customerId === undefined ? ofModels : ofModels.where('customer_id', '=', customerId)).execute();
}

/** An order by its id, open or not; null when there is none. */
export async function orderById(db: Db, orderId: string): Promise<OrderRow | null> {
  const order = await read(db)
    .selectFrom('read.model_order')
    .select(orderColumns)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return order ?? null;
}

/** Models that some customers have back orders of. */
export async function modelsWaitedFor(db: Db, customerIds: readonly number[]): Promise<string[]> {
  const rows = await read(db)
    .selectFrom('read.model_order')
    .distinct()
    .select('model_key')
    .where((eb) => eb.ref('waiting'))
    .where('customer_id', '=', anyOf(customerIds))
    .execute();
  return rows.map((row) => row.model_key);
}

/** The model of a piece; null for a parcel that is no piece of a model. */
export async function modelOfPiece(db: Db, parcelName: string): Promise<string | null> {
  const piece = await read(db)
    .selectFrom('read.jewellery_piece')
    .select('model_key')
    .where('parcel_name', '=', parcelName)
    .executeTakeFirst();
  return piece?.model_key ?? null;
}

/** The answer to a request of models; null when it is not finished or not known. */
export async function finishedModelsRequest(
  db: Db,
  requestId: string,
): Promise<FinishedModelsRequest | null> {
  const request = await read(db)
    .selectFrom('read.models_request')
    .select('record')
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return request?.record ?? null;
}
