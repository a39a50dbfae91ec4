import type { Stores } from '#services/platform/stores/index.ts';
import { PRICE_LISTS_SUBJECT } from './price-list-store.ts';

/** One more notice than was needed has the prices in force looked at once more. */
const LOOK_EVERY_MS = 60_000;

/**
 * Tells every process of price lists that were loaded or removed elsewhere, as by the command line, until the signal is
 * aborted.
 */
export async function announcePriceLists(
  { work, bus }: Pick<Stores, 'work' | 'bus'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await work.until(PRICE_LISTS_SUBJECT, LOOK_EVERY_MS, signal);
    bus.publish(PRICE_LISTS_SUBJECT, {});
  }
}
