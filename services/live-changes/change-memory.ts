import type { ChangeNotice } from './change-notice.ts';

/** Names, and customers, that are remembered together: some ten megabytes. */
const MOST_REMEMBERED = 50_000;

/** The notices that came last, for clients that were away meanwhile. */
export type ChangeMemory = {
  remember(notice: ChangeNotice): void;
  /** Notices may have been lost: nothing before the next one is known. */
  forget(): void;
  /** What a client that knows everything up to `position` has missed; null when that is not remembered. */
  since(position: bigint): readonly ChangeNotice[] | null;
  /** A position from which a client that gets every change from now on may resume; null when nothing is remembered. */
  newest(): bigint | null;
};

/**
 * Remembers a bounded number of notices in the order in which they came. That is not always the order of their positions:
 * processes that follow different read models publish each at its own pace. So a client that heard the notice of a
 * position has missed all that came after that notice, also those of earlier positions.
 */
export function createChangeMemory(most = MOST_REMEMBERED): ChangeMemory {
  let kept: { notice: ChangeNotice; position: bigint; weight: number }[] = [];
  let weight = 0;
  /** Who knows everything up to here has missed at most what is kept; null: no notice has come. */
  let beginning: bigint | null = null;
  let newest: bigint | null = null;

  return {
    remember(notice) {
      const position = BigInt(notice.position);
      if (newest === null || position > newest) newest = position;
      if (beginning === null) {
        beginning = position;
        return;
      }
      const added = { notice, position, weight: weightOf(notice) };
      kept.push(added);
      weight += added.weight;
      while (weight > most) {
        const dropped = kept.shift()!;
        weight -= dropped.weight;
        // One that came late is missing to those who know the position before it, too.
        beginning = dropped.position > beginning ? dropped.position : beginning + 1n;
      }
    },
    forget() {
      kept = [];
      weight = 0;
      beginning = newest = null;
    },
    since(position) {
      if (beginning === null || position < beginning) return null;
      if (position === beginning) return kept.map(({ notice }) => notice);
      const first = kept.findIndex((one) => one.position >= position);
      if (first === -1) return [];
      const missed = kept.slice(kept[first]!.position === position ? first + 1 : first);
      return missed.map(({ notice }) => notice);
    },
    newest: () => newest,
  };
}

function weightOf({ parcels, carts, customers, desires, modelOrders }: ChangeNotice): number {
  const named = (parcels ?? []).reduce((sum, parcel) => sum + 1 + parcel.customers.length, 0);
  return 1 + named + carts.length + customers.length + desires.length + modelOrders.length;
}
