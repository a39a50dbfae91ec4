import type { Line } from '#contracts/vocabulary/lines.ts';

/** What an answer contains, as far as it can be stale because a read model has parked a stream. */
export type AnswerContent = {
  /** It contains this customer's own entries, cart, details or limits. */
  customerId?: number | null;
  /** It contains only stones of this line; of all lines when left out. */
  line?: Line;
  /** It contains what Available shows. */
  available?: boolean;
  /**
   * The parcels that it contains. A function is called only while a stream is parked, for parcels that must be looked
   * up.
   */
  parcels?: readonly string[] | (() => Promise<readonly string[]>);
  /** It contains requests for similar stones. */
  desires?: boolean;
};

/** How far the read models were when an answer was asked for. */
export type ReadState = {
  /** Changes with every step of the read models. */
  readonly version: string;
  /** Changes when rows may have changed without new events: after a rebuild or a retry. */
  readonly mark: string;
  /** How far each read model is, by name. */
  readonly places: ReadonlyMap<string, bigint>;
};

/**
 * Waits, for a limited time, until the read models have reached the position that was asked for, and returns theirs.
 * `stale`: they are behind it, or part of the answer comes from a parked stream.
 */
export type Freshness = (
  atLeast: bigint | null,
  content: AnswerContent,
) => Promise<{ position: bigint; stale: boolean; state: ReadState }>;
