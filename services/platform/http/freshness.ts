import type { Line } from '#contracts/vocabulary/lines.ts';

/** What an answer shows, as far as a stream that a read model has stopped reading can make it stale. */
export type MadeOf = {
  /** The customer whose own entries, cart, details or limits are in it. */
  customerId?: number | null;
  /** Stones of this line only; of all lines when left out. */
  line?: Line;
  /** What Available shows is in it. */
  available?: boolean;
  /** Parcels that it names; a function where they must be looked up: only while a stream is parked is it called. */
  parcels?: readonly string[] | (() => Promise<readonly string[]>);
  /** Requests for similar stones are in it. */
  desires?: boolean;
};

/** Where the read models stood when an answer was asked for. */
export type ReadState = {
  /** Changes with every step that they make. */
  readonly word: string;
  /** Changes when rows may have changed though the log did not go on: after a rebuild or a retry. */
  readonly mark: string;
  /** How far each has come, by name. */
  readonly places: ReadonlyMap<string, bigint>;
};

/**
 * Waits until the read models have reached the position asked for (bounded), and gives their position. `stale`: older
 * than asked for, or a part of the answer is of a parked stream.
 */
export type Freshness = (
  atLeast: bigint | null,
  madeOf: MadeOf,
) => Promise<{ position: bigint; stale: boolean; state: ReadState }>;
