import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { modelKey } from '#contracts/vocabulary/model-key.ts';
import { MOST_PIECES } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import type { RequestCard } from '../../lists/confirm-request/request-card.ts';
import type { ListRow } from '../../lists/list-row.ts';
import { totalOf } from '../../lists/stone-facts.ts';

/** Pieces ordered, by the model's name. */
export type Order = Readonly<Record<string, number>>;

/** The order with so many of a model. */
export function withQuantity(order: Order, model: string, quantity: number): Order {
  const { [model]: _before, ...others } = order;
  return quantity === 0 ? others : { ...others, [model]: quantity };
}

/** The order with one more of a model, or one less; a quantity never goes below 0, nor above the most of a model. */
export const stepped = (order: Order, model: string, by: 1 | -1): Order =>
  withQuantity(order, model, Math.min(MOST_PIECES, Math.max(0, (order[model] ?? 0) + by)));

/** The typed pieces of a model: nothing is none; what is no whole number of pieces leaves the former quantity. */
export function typedQuantity(text: string, former: number): number {
  const pieces = text.trim() === '' ? 0 : readNumber(text);
  if (pieces === undefined || !Number.isInteger(pieces) || pieces < 0) return former;
  return Math.min(MOST_PIECES, pieces);
}

/** The order once so many of it are requested: what was ordered beyond them meanwhile stays. */
export const without = (order: Order, requested: Order): Order =>
  Object.entries(requested).reduce(
    (left, [model, pieces]) => withQuantity(left, model, Math.max(0, (order[model] ?? 0) - pieces)),
    order,
  );

/** The order of these models only. */
export const ofModels = (order: Order, models: readonly string[]): Order =>
  Object.fromEntries(Object.entries(order).filter(([name]) => models.includes(name)));

const exceeds = (order: Order, { name, availableTotalQty }: JewelleryModel): boolean =>
  (order[name] ?? 0) > availableTotalQty;

/** Whether something is ordered beyond its availableTotalQty; that is allowed, but shown. */
export const exceedsStock = (order: Order, models: readonly JewelleryModel[]): boolean =>
  models.some((model) => exceeds(order, model));

/** Whether of a model as many are ordered as may be. */
export const hasMost = (order: Order): boolean =>
  Object.values(order).some((quantity) => quantity >= MOST_PIECES);

/** How many pieces more than one request may have are ordered of all models together; 0 while they fit. */
export const piecesTooMany = (order: Order): number =>
  Math.max(0, Object.values(order).reduce((sum, quantity) => sum + quantity, 0) - MOST_PIECES);

/**
 * Dollars of so many pieces of a model: of those on hand each its own, in the order in which a request takes them; of
 * those that wait the model's. Undefined when one of them has no price, or none may be seen.
 */
export function priceOfPieces(
  { total, pieceTotals = [] }: Pick<JewelleryModel, 'total' | 'pieceTotals'>,
  pieces: number,
): number | undefined {
  if (pieces === 0) return total === undefined ? undefined : 0;
  const waiting = Array<number | undefined>(Math.max(0, pieces - pieceTotals.length)).fill(total);
  const totals = [...pieceTotals.slice(0, pieces), ...waiting].map((dollars) => ({
    total: dollars ?? undefined,
  }));
  return totals.some((piece) => piece.total === undefined) ? undefined : totalOf(totals);
}

/** A row of the cart, as far as it says which model's piece it is. */
type CartedPiece = Pick<ListRow, 'model' | 'status' | 'total'> & { line: Line };

/**
 * The models with what is left of their pieces for an order beside these rows of the cart: a request takes the pieces that
 * it names first, and those of models from the rest (product: Confirm request).
 */
export function withoutNamed(
  models: readonly JewelleryModel[],
  rows: readonly CartedPiece[],
): JewelleryModel[] {
  const pieces = rows.filter(({ line, status }) => line === 'jewellery' && status === 'AVAILABLE');
  const named = grouped(pieces, ({ model: name }) => name && modelKey(name));
  if (named.size === 0) return [...models];
  return models.map((model) =>
    (named.get(modelKey(model.name)) ?? []).reduce<JewelleryModel>(withoutPiece, model),
  );
}

/** The model without one of its available pieces. */
function withoutPiece(model: JewelleryModel, { total }: Pick<ListRow, 'total'>): JewelleryModel {
  // The cart and the models are read one after the other: the piece may be gone from the model already.
  if (model.availableQuantity === 0) return model;
  const counts = {
    availableQuantity: model.availableQuantity - 1,
    availableTotalQty: model.availableTotalQty - 1,
  };
  const place = model.pieceTotals?.indexOf(total ?? null) ?? -1;
  if (!model.pieceTotals || place < 0) return { ...model, ...counts };
  const pieceTotals = model.pieceTotals.toSpliced(place, 1);
  // A model costs what its next piece does; once none is left, the last price known is the nearest.
  const next = pieceTotals.length > 0 ? (pieceTotals[0] ?? undefined) : model.total;
  return { ...model, ...counts, pieceTotals, total: next };
}

/** The models ordered, as cards of the confirm-request dialog. What is not listed any more cannot be ordered. */
export const cardsOf = (order: Order, models: readonly JewelleryModel[]): RequestCard[] =>
  models.flatMap((model): RequestCard[] => {
    const quantity = order[model.name];
    if (quantity === undefined) return [];
    const onHand = Math.min(quantity, model.availableQuantity);
    return [
      {
        key: model.name,
        heading: model.description ?? model.name,
        detail: [model.name, model.finish].filter(Boolean).join(' · '),
        virtual: false,
        total: priceOfPieces(model, quantity),
        quantity,
        onHand,
        onHandTotal: priceOfPieces(model, onHand),
        beyond: exceeds(order, model),
        drawing: { jewellery: model.type, subType: model.subType, finish: model.finish },
      },
    ];
  });

/** The models ordered, as cards of a request that names these rows of the cart beside them (product: Confirm request). */
export const cardsBeside = (
  order: Order,
  models: readonly JewelleryModel[],
  rows: readonly CartedPiece[],
): RequestCard[] => {
  const ordered = models.filter(({ name }) => order[name] !== undefined);
  return cardsOf(order, withoutNamed(ordered, rows));
};

/** Names of models, each repeated per quantity (product: Jewellery calls). */
export const namesToRequest = (order: Order): string[] =>
  Object.entries(order).flatMap(([name, quantity]) => Array<string>(quantity).fill(name));

/** An order as it was saved; what cannot be read counts as nothing ordered. */
export function parseOrder(saved: unknown): Order {
  if (typeof saved !== 'object' || saved === null) return {};
  return Object.fromEntries(
    Object.entries(saved).filter(
      (entry): entry is [string, number] => Number.isInteger(entry[1]) && entry[1] > 0,
    ),
  );
}
