import type { ParcelAudience } from '#services/live-changes/index.ts';
import type { AnswerContent } from '#services/platform/http/index.ts';

/** A stream that a read model has parked. `parcel` is what is known of its stone, if anything. */
export type Parked = { stream: string; parcel?: Omit<ParcelAudience, 'fm' | 'holders'> | undefined };

/** What an answer contains, once its parcels are looked up. */
type Shows = Omit<AnswerContent, 'parcels'> & { parcels?: readonly string[] | undefined };

/** True when an answer with this content shows, or should show, something of a parked stream. */
export function isPartOf({ stream, parcel }: Parked, content: Shows): boolean {
  const at = stream.indexOf('-');
  const [kind, key] = [stream.slice(0, at), stream.slice(at + 1)];
  switch (kind) {
    case 'stone':
      if (content.parcels?.includes(key)) return true;
      if (!parcel || (content.line !== undefined && content.line !== parcel.line)) return false;
      return (content.available === true && isShown(parcel)) || isOf(parcel.customers, content);
    case 'cart':
    case 'customer':
      return isOf([Number(key)], content);
    case 'desire':
      return content.desires === true;
    case 'model':
      return content.line === 'jewellery';
    default:
      return false;
  }
}

const isShown = ({ status, hidden }: Pick<ParcelAudience, 'status' | 'hidden'>): boolean =>
  !hidden && (status === 'AVAILABLE' || status === 'NOT_AVAILABLE');

const isOf = (customers: readonly number[], { customerId }: Shows): boolean =>
  customerId !== undefined && customerId !== null && customers.includes(customerId);
