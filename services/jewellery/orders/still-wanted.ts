import { modelKey } from '#contracts/events/index.ts';
import { openQuantity, type ModelOrder } from '#contracts/jewellery/model-orders.ts';
import type { WantedModel } from './choose-pieces.ts';

/** How many pieces an order still lacks. */
export function stillWanted(order: ModelOrder): WantedModel {
  return {
    key: modelKey(order.model),
    model: order.model,
    orderId: order.orderId,
    quantity: openQuantity(order),
    placedPosition: Number(order.placedPosition),
  };
}
