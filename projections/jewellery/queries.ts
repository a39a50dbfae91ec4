import { sql } from 'kysely';
import type { FinishedModelsRequest, ModelOrder } from '#contracts/jewellery/model-orders.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Model } from '#contracts/jewellery/model.ts';
import type { PieceModel } from './tables.ts';

/** A piece that can be requested now; list price in cents. */
export type AvailablePiece = { parcelName: string; modelKey: string; totalCents: Cents; fm: boolean };

const byAge = sql`p.listed_at, p.listed_position, p.parcel_name`;

/** The AVAILABLE pieces of some models, oldest listed first. */
export async function availablePieces(db: Db, modelKeys: readonly string[]): Promise<AvailablePiece[]> {
  const { rows } = await sql<AvailablePiece>`
    select p.parcel_name as "parcelName", p.model_key as "modelKey", s.total_cents as "totalCents", s.fm
    from read.jewellery_piece p join read.parcel s using (parcel_name)
    where p.model_key = any(${modelKeys}) and s.status = 'AVAILABLE' and s.listed order by ${byAge}`.execute(
    db,
  );
  return rows;
}

/**
 * The pieces that a customer may neither see among the available ones nor request: of hidden models, and of
 * lab-grown ones where that line is closed to it (rule: What one may not see). Of these names only when
 * given; in the order of the names.
 */
export async function closedPieces(db: Db, lgAllowed: boolean, names?: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ parcelName: string }>`
    select p.parcel_name as "parcelName" from read.jewellery_piece p join read.jewellery_model m using (model_key)
    where (m.hide or (not ${lgAllowed} and m.record->'fields'->>'labGrown' = 'true'))
      ${names ? sql`and p.parcel_name = any(${[...names]})` : sql``}
    order by p.parcel_name`.execute(db);
  return rows.map((row) => row.parcelName);
}

/** What pieces say of a model: how many can be requested now, and at what list price (cents) the cheapest. */
export type ModelStock = {
  modelKey: string;
  available: number;
  /** Of the cheapest available piece; null when there is none. */
  totalCents: Cents | null;
  /** Its weight, in thousandths of a carat; of the piece listed first while none is available. */
  weight: number;
  /** What the piece listed first says of the model. */
  piece: PieceModel;
};

/** Every model that has pieces, of these keys only when given. `fm`: whether pieces certified by FM count as available. */
export async function modelStocks(db: Db, fm: boolean, keys?: readonly string[]): Promise<ModelStock[]> {
  const { rows } = await sql<ModelStock>`
    with piece as (
      select p.model_key, p.piece, p.listed_at, p.listed_position, p.parcel_name, s.weight, s.total_cents,
        s.status = 'AVAILABLE' and s.listed and (${fm} or not s.fm) as free
      from read.jewellery_piece p join read.parcel s using (parcel_name) where ${keys ? sql`p.model_key = any(${keys})` : sql`p.model_key is not null`})
    select model_key as "modelKey", (count(*) filter (where free))::int as available,
      (array_agg(total_cents order by total_cents, parcel_name) filter (where free))[1] as "totalCents",
      coalesce((array_agg(weight order by total_cents, parcel_name) filter (where free))[1], (array_agg(weight order by ${byAge}))[1]) as weight,
      (array_agg(piece order by ${byAge}))[1] as piece
    from piece p group by model_key`.execute(db);
  return rows;
}

/** An imported model under its key, and the log position of its last change. */
export type ModelRecord = Model & { key: string; changedPosition: number };

/** Every imported model, by name; of these keys only when given. */
export async function modelRecords(db: Db, keys?: readonly string[]): Promise<ModelRecord[]> {
  const { rows } = await sql<{ key: string; record: Model; changedPosition: number }>`
    select model_key as key, record, changed_position as "changedPosition" from read.jewellery_model ${keys ? sql`where model_key = any(${keys})` : sql``}
    order by name, model_key`.execute(db);
  return rows.map(({ key, record, changedPosition }) => ({ key, ...record, changedPosition }));
}

/** An order with whose it is and what is still open of it. */
export type OrderRow = { customerId: number; modelKey: string; open: number; order: ModelOrder };

const orderColumns = sql`customer_id as "customerId", model_key as "modelKey", open, record as "order"`;

/** Back orders of some models, or of all, first come first. */
export async function waitingOrders(db: Db, modelKeys?: readonly string[]): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${orderColumns} from read.model_order where waiting ${modelKeys ? sql`and model_key = any(${modelKeys})` : sql``}
    order by placed_position, order_id`.execute(db);
  return rows;
}

/** An order by its id, open or not; undefined when there is none. */
export async function orderById(db: Db, orderId: string): Promise<OrderRow | undefined> {
  const { rows } =
    await sql<OrderRow>`select ${orderColumns} from read.model_order where order_id = ${orderId}`.execute(db);
  return rows[0];
}

/** Models that some customers have back orders of. */
export async function modelsWaitedFor(db: Db, customerIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ modelKey: string }>`
    select distinct model_key as "modelKey" from read.model_order where waiting and customer_id = any(${customerIds})`.execute(
    db,
  );
  return rows.map((row) => row.modelKey);
}

/** The model of a piece; undefined for a parcel that is no piece of a model. */
export async function modelOfPiece(db: Db, parcelName: string): Promise<string | undefined> {
  const { rows } = await sql<{
    modelKey: string | null;
  }>`select model_key as "modelKey" from read.jewellery_piece where parcel_name = ${parcelName}`.execute(db);
  return rows[0]?.modelKey ?? undefined;
}

/** Customers that ever had an entry of a parcel. */
export async function customersOfParcel(db: Db, parcelName: string): Promise<number[]> {
  const { rows } = await sql<{ customerId: number }>`
    select distinct customer_id as "customerId" from read.history_entry where parcel_name = ${parcelName}`.execute(
    db,
  );
  return rows.map((row) => row.customerId);
}

/** What a request of models was answered; undefined when it is not finished or not known. */
export async function finishedModelsRequest(
  db: Db,
  requestId: string,
): Promise<FinishedModelsRequest | undefined> {
  const { rows } = await sql<{
    record: FinishedModelsRequest;
  }>`select record from read.models_request where request_id = ${requestId}`.execute(db);
  return rows[0]?.record;
}
