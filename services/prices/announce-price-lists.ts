import type { Stores } from '#services/platform/stores/index.ts';
import { PRICE_LISTS_SUBJECT } from './price-list-store.ts';

/** It only waits: what was loaded while it heard nothing is announced once it hears again. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Tells every process of price lists that were loaded or removed elsewhere, as by the command line, until the signal is
 * aborted.
 */
export async function announcePriceLists(
  { work, bus }: Pick<Stores, 'work' | 'bus'>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    if (await work.until(PRICE_LISTS_SUBJECT, LONGEST_WAIT_MS, signal)) bus.publish(PRICE_LISTS_SUBJECT, {});
  }
}
