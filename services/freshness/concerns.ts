import { isCustomerRecordEvent } from '#contracts/customer/index.ts';
import { cartStreams, customerStreams, parcelStreams } from '#contracts/events/index.ts';
import type { ProjectedEvent } from '#projections/engine/index.ts';

/** What an answer is made of, in words that commits to the read models touch. */
export const concerns = {
  /** A customer's details, flags and terms. */
  customer: (customerId: number): string => `customer ${customerId}`,
  cart: (customerId: number): string => `cart ${customerId}`,
  /** Everything recorded of a parcel. */
  parcel: (parcelName: string): string => `parcel ${parcelName}`,
  /** Which parcels a customer has an entry of; changes of those parcels are `parcel`. */
  entriesOf: (customerId: number): string => `entries ${customerId}`,
  parcels: 'parcels',
  /** Which jewellery pieces each model has. */
  pieces: 'pieces',
  models: 'models',
  vendors: 'vendors',
} as const;

/** What one event touches in a read model; nothing in read models whose answers are not kept. */
export function touchedBy(projection: string, event: ProjectedEvent): readonly string[] {
  switch (projection) {
    case 'parcels':
      return [
        concerns.parcels,
        concerns.parcel(parcelStreams.keyOf(event.stream)),
        ...('customerId' in event.data ? [concerns.entriesOf(event.data.customerId)] : []),
      ];
    case 'jewellery_pieces':
      return event.type === 'StoneListed' || event.type === 'StoneDescribed' ? [concerns.pieces] : [];
    case 'jewellery_models':
      return [concerns.models];
    case 'customers':
      return isCustomerRecordEvent(event)
        ? [concerns.customer(Number(customerStreams.keyOf(event.stream)))]
        : [];
    case 'carts':
      return [concerns.cart(Number(cartStreams.keyOf(event.stream)))];
    case 'vendors':
      return [concerns.vendors];
    default:
      return [];
  }
}
