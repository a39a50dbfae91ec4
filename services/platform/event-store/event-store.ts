/** What the application may ask of the event log (architecture: The event log; rule: Two axes). */

/** Metadata of an event, a JSON object; what Vitrine writes into it is defined in contracts/events. */
export type EventMetadata = Readonly<Record<string, unknown>>;

/** An event as the log keeps it. */
export type RecordedEvent = {
  readonly id: string;
  readonly stream: string;
  /** Place in its stream, from 0n. */
  readonly revision: bigint;
  readonly type: string;
  /** Parsed JSON; a Uint8Array when the event was not written as JSON. */
  readonly data: unknown;
  readonly metadata: EventMetadata;
  /** Commit position in $all; grows strictly along the log. */
  readonly position: bigint;
  /** When the store took it in; `recordedAt` in the metadata is the business's own clock. */
  readonly storedAt: Date;
};

export type NewEvent = {
  /** A UUID; the same id at the same expected revision is appended once. */
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
};

/** Always exact: only then is the store's idempotency by event id strong. */
export type ExpectedRevision = 'no_stream' | bigint;

export type Appended = { readonly revision: bigint; readonly position: bigint };

export type Direction = 'forwards' | 'backwards';

export type EventFilter =
  { readonly streamPrefixes: readonly string[] } | { readonly typePrefixes: readonly string[] };

export type ReadStreamOptions = {
  /** First revision to read, inclusive; from the start (backwards: the end) when left out. */
  readonly from?: bigint;
  readonly direction?: Direction;
  readonly maxCount?: number;
};

export type ReadAllOptions = {
  /** Commit position, exclusive: forwards reads what is newer, backwards what is older. */
  readonly after?: bigint;
  readonly direction?: Direction;
  /** Counts the events given, not the ones left out. */
  readonly maxCount?: number;
  readonly filter?: EventFilter;
};

/**
 * Handlers of a subscription run one at a time, in the order of the log; the next batch is asked for
 * only when the last one's promise has settled, so a slow consumer slows its source and keeps at most
 * two batches in memory. What a handler throws ends the subscription with that error.
 */
export type SubscribeToAllOptions = {
  readonly onEvents: (events: readonly RecordedEvent[]) => void | Promise<void>;
  /** Everything written before this call has been handed over. Called again after each reconnection. */
  readonly onCaughtUp?: () => void | Promise<void>;
  /** The connection dropped; it is tried again in `retryInMs` milliseconds from the last position. */
  readonly onDropped?: (error: Error, retryInMs: number) => void;
  /** Most events in one batch; 500 when left out. */
  readonly maxBatch?: number;
  readonly signal: AbortSignal;
  /** Commit position, exclusive; 0n is the beginning. */
  readonly after: bigint;
  readonly filter?: EventFilter;
  /** The log was searched up to this position and held nothing more that matches. */
  readonly onCheckpoint?: (position: bigint) => void | Promise<void>;
};

export type EventStore = {
  /**
   * Appends all events or none. Throws WrongExpectedRevision, StreamDeleted, AppendTooLarge,
   * EventStoreUnavailable or EventStoreTimeout; after the last two the outcome is unknown, and the same
   * append (same ids, same expected revision) may be repeated without harm.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>;
  /** A stream that is missing or deleted reads as empty; a tombstoned one throws StreamDeleted. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>;
  /** System events (types that begin with $) are left out. */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>;
  /** Position of the newest event that readAll gives; 0n when there is none. */
  headPosition(): Promise<bigint>;
  /** Position of the last record of the log, system events included; 0n when there is none. It is the last place. */
  endPosition(): Promise<bigint>;
  /** Runs until the signal is aborted (then resolves); reconnects by itself. System events are left out. */
  subscribeToAll(options: SubscribeToAllOptions): Promise<void>;
  /** Ends reads, subscriptions and appends under way. */
  close(): Promise<void>;
};
