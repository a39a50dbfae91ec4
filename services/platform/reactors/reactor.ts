import type { RecordedEvent } from '../event-store/index.ts';

/**
 * Something that Vitrine does because an event was recorded: posts, mails, fills an order (architecture:
 * Reactors). It keeps a checkpoint of its own and never runs in a rebuild.
 */
export type Reactor = {
  /** Its key in the database: never changed, never used again for another purpose. */
  readonly name: string;
  /** The event types it reacts to. */
  readonly eventTypes: readonly string[];
  /**
   * False for an event of these types that asks nothing of it, as its type and data tell: it is not taken over, which
   * spares the database a task. Every event is when left out.
   */
  readonly concerns?: (event: Pick<RecordedEvent, 'type' | 'data'>) => boolean;
  /**
   * Where it begins when a release brings it to an installation whose log is not empty: `beginning` reacts to everything
   * ever recorded, once it is ordered to; `head` only to what is recorded after its first start.
   */
  readonly startAt: 'beginning' | 'head';
  /**
   * Milliseconds that an event is left alone for before it is reacted to; none when left out. Those after it in its
   * stream wait as long.
   */
  readonly afterMs?: (event: RecordedEvent) => number;
  /**
   * True when a later event of the same stream leaves nothing to do for one that is still left alone: then that one is
   * never taken over. All events of a reactor that has it stay in the log, before the checkpoint, for as long as they are
   * left alone, and those behind one wait for it. The later event is of `eventTypes` too.
   */
  readonly settles?: (earlier: RecordedEvent, later: RecordedEvent) => boolean;
  /** Milliseconds after which one reaction counts as failed; 30,000 when left out. */
  readonly timeoutMs?: number;
  /**
   * Reacts to one event. Called at least once, and again after a failure or a crash: the effect must be idempotent by
   * the event's id (or by what is derived from it). Events of one stream come in their order, one at a time; those of
   * different streams at the same time. What it throws is kept as the reason, and the event is tried again later.
   */
  react(event: RecordedEvent, signal: AbortSignal): Promise<void>;
};
