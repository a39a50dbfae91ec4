import type { Fact } from '#contracts/events/index.ts';
import type { Table } from './table.ts';

/** An event of the log, parsed and in its newest shape, with its place in its stream and in the log. */
export type ProjectedEvent = Fact & { readonly stream: string; readonly revision: bigint };

/** The transaction of one batch, on one build's tables. */
export type ProjectionTx = {
  /** A table of this build by its short name, quoted and with its schema. */
  readonly table: (name: string) => string;
  /** Runs one statement; parameters are `$1`, `$2`, … */
  readonly query: <Row extends Record<string, unknown>>(
    sql: string,
    parameters?: readonly unknown[],
  ) => Promise<Row[]>;
  /** Sends a statement of which only its success matters; the engine waits for all of them before it commits. */
  readonly write: (sql: string, parameters?: readonly unknown[]) => void;
};

/**
 * A read model: how events become rows (architecture: Projections).
 *
 * The state of a key must not depend on how the events of *different* streams interleave: a stream that was
 * parked is applied later than its neighbours, and the rows must be the same. Events of one stream always
 * come in order.
 */
export type Projection<State> = {
  /** Lower-case letters, digits and underscores. */
  readonly name: string;
  /** Raise it when tables or their meaning change: a new build then catches up beside the live one and replaces it. */
  readonly version: number;
  /** The house's time zone, where its rows hold days of it: they are not those of another zone. */
  readonly zone?: string;
  /** Its tables; each build has them in a schema of its own, and the views in `read` show the live one's. */
  readonly tables: readonly Table[];
  /** Prefixes of the streams it reads, such as `stone-`. */
  readonly streams: readonly string[];
  /** The keys whose state the event changes; none when the event does not matter here. */
  keysOf(event: ProjectedEvent): readonly string[];
  /** The states of these keys; a key without rows is left out of the map. What was saved must load as it was. */
  load(tx: ProjectionTx, keys: readonly string[]): Promise<Map<string, State>>;
  /**
   * Pure: gives a new state and leaves the former untouched; the former itself when the event changes nothing of it, and
   * no row is written then. What it throws parks the event's stream.
   */
  apply(state: State | undefined, event: ProjectedEvent, key: string): State | undefined;
  /** Writes the changed states' rows, many rows a statement (`upsertRows`, `deleteRows`). */
  save(tx: ProjectionTx, changed: ReadonlyMap<string, State>): void;
};

/**
 * A projection whose kind of state only it knows: what the engine and lists of projections hold. A state only ever
 * comes from the same projection's `load` and `apply`, so forgetting its type outside is safe.
 */
export type AnyProjection = Projection<unknown>;
