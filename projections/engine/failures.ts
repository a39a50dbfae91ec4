import pg from 'pg';
import { isLostConnection } from '#services/platform/database/index.ts';
import { EventStoreRefused, isRetryable } from '#services/platform/event-store/index.ts';

/**
 * Another worker moved the checkpoint, rows were changed beside this one, or Postgres was killed and lost its last
 * commits: start again from the table.
 */
export class Fenced extends Error {
  override readonly name = 'Fenced';
  constructor(projection: string, position: bigint) {
    super(
      `projection ${projection} is no longer at ${position} here: another worker has gone on, or Postgres lost its last commits`,
    );
  }
}

// SQLSTATE classes: lost connection, transaction rolled back, out of resources, object in use, operator's stop, system error, internal error.
const PASSING_CLASSES: ReadonlySet<string> = new Set(['08', '40', '53', '55', '57', '58', 'XX']);
// Wrong statements and missing tables: the projection's own defect, whatever the event.
const DEFECT_CLASSES: ReadonlySet<string> = new Set(['0A', '26', '34', '3D', '3F', '42']);

/**
 * Whose fault a failed transaction is: `passing` (repeat it unchanged), `defect` (the projection's statements; stop the
 * projection) or `event` (the rows that an event led to; park its stream).
 */
export function causeOf(error: unknown): 'passing' | 'defect' | 'event' {
  if (error instanceof pg.DatabaseError) {
    const sqlClass = (error.code ?? '').slice(0, 2);
    if (PASSING_CLASSES.has(sqlClass)) return 'passing';
    return DEFECT_CLASSES.has(sqlClass) ? 'defect' : 'event';
  }
  return isLostConnection(error) || isRetryable(error) || error instanceof EventStoreRefused
    ? 'passing'
    : 'event';
}

/** The reason shown to administrators: the message, first lines only. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  // A NUL cannot be stored in a text column.
  return text.replaceAll('\u0000', '\\0').slice(0, 2000);
}
