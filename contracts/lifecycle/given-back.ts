import { liveEntries } from './live-entries.ts';
import type { ParcelState } from './parcel-types.ts';

/**
 * The log position at which a customer last gave the parcel back: returned, credited or withdrew it, or had its request
 * undone; 0 when it never did (rule: Back orders). Pure.
 */
export function lastGivenBack(parcel: ParcelState, customerId: number, zone: string): number {
  const live = new Set(liveEntries(parcel, zone).map(({ eventId }) => eventId));
  const own = parcel.entries.filter((entry) => entry.customerId === customerId);
  const back = own.filter(
    ({ eventId, type }) => live.has(eventId) && ['RETURN', 'RETURN_MEMO', 'CREDIT'].includes(type),
  );
  const requests = new Set(own.filter(({ type }) => type === 'REQUEST').map(({ eventId }) => eventId));
  const undone = parcel.undone.filter(({ eventId }) => requests.has(eventId));
  return Math.max(0, ...[...back, ...undone].map(({ position }) => position));
}
