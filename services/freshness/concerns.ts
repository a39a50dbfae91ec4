import { isCustomerRecordEvent } from '#contracts/customer/index.ts';
import { parcelStreams } from '#contracts/events/index.ts';
import type { ProjectedEvent } from '#projections/engine/index.ts';

/** What an answer is made of, in words that a commit into the read models touches. */
export const concerns = {
  /** A customer's details, flags and terms. */
  customer: (customerId: number): string => `customer ${customerId}`,
  cart: (customerId: number): string => `cart ${customerId}`,
  /** Everything recorded of a parcel. */
  parcel: (parcelName: string): string => `parcel ${parcelName}`,
  /** Which parcels a customer has an entry of; what becomes of those is `parcel`. */
  entriesOf: (customerId: number): string => `entries ${customerId}`,
  parcels: 'parcels',
  /** Of which model each jewellery piece is. */
  pieces: 'pieces',
  models: 'models',
  vendors: 'vendors',
} as const;

/** What one event touches in a read model; nothing in those of which no answer is kept. */
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
      return isCustomerRecordEvent(event) ? [concerns.customer(numberIn(event.stream))] : [];
    case 'carts':
      return [concerns.cart(numberIn(event.stream))];
    case 'vendors':
      return [concerns.vendors];
    default:
      return [];
  }
}

const numberIn = (stream: string): number => Number(stream.slice(stream.indexOf('-') + 1));
