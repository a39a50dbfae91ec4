import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { modelKey, type CustomerAccess, type ModelFields } from '#contracts/events/index.ts';
import { NO_DESCRIPTION, UNRECORDED } from '#contracts/jewellery/model.ts';
import { compareNames } from '#contracts/vocabulary/compare-text.ts';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import {
  modelRecords,
  modelStocks,
  waitingOrders,
  type ModelStock,
  type PieceModel,
} from '#projections/jewellery/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { seenPrice, type LineView } from '#services/stones/index.ts';

/** The caller: the customer acted for (null for staff without one), and how prices are shown. */
export type ModelsView = {
  customerId: number | null;
  access: CustomerAccess | null;
  price: LineView['price'];
  /** True when the caller may edit models: each then has its version. */
  edits: boolean;
};

/** A model with its stock. The `fields` of a model that is not imported come from its pieces. */
export type StockedModel = {
  key: string;
  name: string;
  fields: ModelFields;
  version: string;
  stock: ModelStock | null;
};

/**
 * The models with their AVAILABLE pieces counted (rule: Quantities of a model), or only those with the given keys:
 * imported models, and those known only through their pieces. FM pieces count only for callers who may have them.
 */
export async function stockedModels(
  db: Db,
  access: CustomerAccess | null,
  keys?: readonly string[],
): Promise<StockedModel[]> {
  const [records, stocks] = await Promise.all([
    modelRecords(db, keys),
    modelStocks(db, access?.fmAllowed ?? true, keys),
  ]);
  const byKey = new Map(stocks.map((stock) => [stock.modelKey, stock]));
  const imported = records.map(({ key, name, fields, changedPosition }) => ({
    key,
    name,
    fields,
    version: String(changedPosition),
    stock: byKey.get(key) ?? null,
  }));
  const known = new Set(records.map(({ key }) => key));
  const stocked = stocks.filter((stock) => !known.has(stock.modelKey));
  return [
    ...imported,
    ...stocked.map((stock) => ({
      key: stock.modelKey,
      name: stock.piece.name,
      fields: fieldsOfPiece(stock.piece),
      version: UNRECORDED,
      stock,
    })),
  ];
}

/** What a piece tells about its model. */
function fieldsOfPiece({ modelDescription, modelType, modelSubType, modelFinish }: PieceModel): ModelFields {
  return {
    ...NO_DESCRIPTION,
    description: modelDescription ?? null,
    type: modelType ?? null,
    subType: modelSubType ?? null,
    finish: modelFinish ?? null,
  };
}

/** True for a model that the customer may see and request: not hidden, and a lab-grown one only with `lgAllowed`. */
export function mayHaveModel(
  { hide, labGrown }: Pick<ModelFields, 'hide' | 'labGrown'>,
  access: CustomerAccess | null,
): boolean {
  return hide !== true && (labGrown !== true || (access?.lgAllowed ?? true));
}

/**
 * The models for a caller: `available` lists those it may have, `all` also the hidden ones. Those with nothing
 * available come last, otherwise they are in order of name: an order by price would reveal prices (rule: Price modes).
 */
export async function listModels(
  db: Db,
  view: ModelsView,
  which: 'available' | 'all',
): Promise<JewelleryModel[]> {
  const [models, own] = await Promise.all([
    stockedModels(db, view.access),
    view.customerId === null ? [] : waitingOrders(db, { customerId: view.customerId }),
  ]);
  return models
    .filter(({ fields }) => which === 'all' || mayHaveModel(fields, view.access))
    .map((model) =>
      modelOnTheWire(
        model,
        view,
        sum(own.filter((row) => row.modelKey === model.key).map((row) => row.open)),
      ),
    )
    .sort(
      (a, b) =>
        Number(a.availableQuantity === 0) - Number(b.availableQuantity === 0) || compareNames(a.name, b.name),
    );
}

/** One model as `listModels` shows it; undefined for an unknown name. */
export async function modelNamed(
  db: Db,
  view: ModelsView,
  name: string,
): Promise<JewelleryModel | undefined> {
  const key = modelKey(name);
  return (await listModels(db, view, 'all')).find((model) => modelKey(model.name) === key);
}

function modelOnTheWire(
  { name, fields, version, stock }: StockedModel,
  view: ModelsView,
  backOrdered: number,
): JewelleryModel {
  const { totalCents, additionalQuantity, labGrown, hide, ...described } = fields;
  const availableQuantity = stock?.available ?? 0;
  const prices = stock?.prices ?? [];
  const seen = prices.map((piece) => shownTotal(view.price, piece.totalCents, piece.weight));
  const price = prices.length > 0 ? seen[0]! : shownTotal(view.price, totalCents, stock?.weight ?? null);
  return {
    name,
    ...withoutNulls(described),
    ...(price === null ? {} : { total: dollars(price) }),
    ...(view.price.mode === 'NONE' || seen.length === 0
      ? {}
      : { pieceTotals: seen.map((cents) => (cents === null ? null : dollars(cents))) }),
    availableQuantity,
    availableTotalQty: availableQuantity + additionalQuantity,
    additionalQuantity,
    labGrown: labGrown ?? false,
    hide: hide ?? false,
    ...(backOrdered > 0 ? { backOrdered } : {}),
    ...(view.edits ? { version } : {}),
  };
}

/**
 * The price shown for a model or a piece of it, in cents; null for none. `weight`, that of the piece or of one of the
 * model's, picks the retail markup row. A model that never had a piece has no known weight, so that only rows by value
 * can match.
 */
function shownTotal(view: LineView['price'], priceCents: Cents | null, weight: number | null): Cents | null {
  if (priceCents === null) return null;
  const retailMarkups =
    weight === null ? view.retailMarkups.filter((row) => row.type === 'value') : view.retailMarkups;
  return seenPrice({ ...view, retailMarkups }, { line: 'jewellery', weight: weight ?? 1 }, priceCents);
}

type Described = Pick<
  ModelFields,
  'description' | 'type' | 'subType' | 'finish' | 'photoUrl' | 'stillPhotoUrl' | 'tier'
>;
type Known = { [Field in keyof Described]?: NonNullable<Described[Field]> };

function withoutNulls(fields: Described): Known {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
