import { reasonOf } from './failures.ts';
import { isReadable, type LogEntry } from './log-entries.ts';
import type { AnyProjection, ProjectedEvent } from './projection.ts';

/** A stream that stops at an event which could not be applied. */
export type Parking = { readonly entry: LogEntry; readonly reason: string };

export type Folded = {
  /** The states that are no longer as they were loaded. */
  readonly changed: ReadonlyMap<string, unknown>;
  readonly applied: readonly ProjectedEvent[];
  /** Newly parked streams. */
  readonly parked: readonly Parking[];
  /** Everything not applied: the parked events and what follows them in their streams. */
  readonly skipped: readonly LogEntry[];
};

type Keyed = { readonly entry: LogEntry; readonly keys: readonly string[]; readonly failure: string | null };

/** The keys each entry touches; a failing `keysOf` is kept for the fold, which parks in order. */
export function keysOfEntries(projection: AnyProjection, entries: readonly LogEntry[]): readonly Keyed[] {
  return entries.map((entry) => {
    if (!isReadable(entry.read)) return { entry, keys: [], failure: entry.read.failure };
    try {
      const keys = projection.keysOf(entry.read);
      return { entry, keys: keys.length > 1 ? [...new Set(keys)] : keys, failure: null };
    } catch (error) {
      return { entry, keys: [], failure: reasonOf(error) };
    }
  });
}

/**
 * Folds entries into the states of their keys; pure. An event that fails leaves every key as it was before it
 * and parks its stream: later events of that stream are skipped, those of other streams go on (architecture:
 * Projections).
 */
export function foldEntries(
  projection: AnyProjection,
  keyed: readonly Keyed[],
  loaded: ReadonlyMap<string, unknown>,
  alreadyParked: ReadonlySet<string>,
): Folded {
  const changed = new Map<string, unknown>();
  const applied: ProjectedEvent[] = [];
  const parked: Parking[] = [];
  const skipped: LogEntry[] = [];
  const newlyParked = new Set<string>();

  for (const { entry, keys, failure } of keyed) {
    if (alreadyParked.has(entry.stream) || newlyParked.has(entry.stream)) {
      skipped.push(entry);
      continue;
    }
    const reason = failure ?? applyToKeys(projection, entry.read, keys, loaded, changed);
    if (reason === null) {
      if (isReadable(entry.read)) applied.push(entry.read);
    } else {
      parked.push({ entry, reason });
      skipped.push(entry);
      newlyParked.add(entry.stream);
    }
  }
  for (const [key, state] of changed) if (state === loaded.get(key)) changed.delete(key);
  return { changed, applied, parked, skipped };
}

/** Null when applied to all keys; else the reason, with no key changed. */
function applyToKeys(
  projection: AnyProjection,
  read: LogEntry['read'],
  keys: readonly string[],
  loaded: ReadonlyMap<string, unknown>,
  changed: Map<string, unknown>,
): string | null {
  if (!isReadable(read)) return read.failure;
  try {
    const next = keys.map((key): [string, unknown] => [
      key,
      projection.apply(changed.has(key) ? changed.get(key) : loaded.get(key), read, key),
    ]);
    for (const [key, state] of next) changed.set(key, state);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}
