import { LOG_STREAM, logEvents } from '#contracts/events/index.ts';
import type { Clock } from './clock.ts';
import { deriveId } from './commands/derive-id.ts';
import { WrongExpectedRevision, type EventStore } from './event-store/index.ts';

/** What those who keep a position need to know about an event log. */
export type LogState = {
  /**
   * The same for as long as positions mean the same. It consists of the log's own identity (`LogCreated`) and the
   * moment when this store recorded it: a copy in another store has the same events at other positions, and therefore
   * another id. Null when the log has none yet.
   */
  readonly id: string | null;
  /** Position of its last record. */
  readonly end: bigint;
};

/** A position that was kept in Postgres; `logId` is null when it was kept before logs had an identity. */
export type KeptPlace = { readonly logId: string | null; readonly position: bigint };

/**
 * Before all history, which may be older than the log that it is loaded into: at any time, the log up to a position
 * begins here.
 */
export const BEFORE_HISTORY = '1970-01-01T00:00:00.000Z';

/**
 * The log's identity. The first process that meets a log without one writes it, as the very first event when the log is
 * empty. Throws the event store's errors.
 */
export async function ensureLogIdentity({
  events,
  clock,
  newId,
}: {
  events: EventStore;
  clock: Clock;
  newId: () => string;
}): Promise<string> {
  const known = await identityOf(events);
  if (known !== null) {
    await requireWhole(events);
    return known;
  }
  const isEmpty = (await events.headPosition()) === 0n;
  const metadata = {
    recordedAt: isEmpty ? BEFORE_HISTORY : clock().toISOString(),
    shape: 1,
    actor: { username: 'vitrine', role: 'system' },
    commandId: LOG_STREAM,
  };
  const created = { id: newId(), type: 'LogCreated', data: { logId: newId() }, metadata };
  try {
    await events.append(LOG_STREAM, 'no_stream', [created]);
  } catch (error) {
    // Another process was faster: its identity counts.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  return logIdOf(events);
}

/** This log is an unfinished copy of another. */
export class UnfinishedCopy extends Error {
  override readonly name = 'UnfinishedCopy';
  constructor() {
    super(
      'The event log is an unfinished copy of another one. Finish it with the command that began it (npm run event-store -- copy, or npm run restore): it goes on where it stopped.',
    );
  }
}

/** Refuses a log whose copying has begun and not ended. Throws UnfinishedCopy, and the event store's errors. */
export async function requireWhole(events: Pick<EventStore, 'readStream'>): Promise<void> {
  const [created, copied] = [[] as unknown[], [] as unknown[]];
  for await (const { type, data } of events.readStream(LOG_STREAM))
    (type === 'LogCreated' ? created : copied).push(data);
  if (created.some((data) => logEvents.LogCreated.parse(data).copiedFrom) && copied.length === 0)
    throw new UnfinishedCopy();
}

/** The log that the event store holds now. Throws the event store's errors. */
export async function readLog(events: Pick<EventStore, 'readStream' | 'endPosition'>): Promise<LogState> {
  const [id, end] = await Promise.all([identityOf(events), events.endPosition()]);
  return { id, end };
}

/** The id of a log that must have one. Throws when it has none yet, and the event store's errors. */
export async function logIdOf(events: Pick<EventStore, 'readStream'>): Promise<string> {
  const id = await identityOf(events);
  if (id === null)
    throw new Error('The event log has no identity yet: start Vitrine on it, which writes one.');
  return id;
}

/** Null when the log has none. Throws ZodError when it is not what Vitrine writes. */
async function identityOf(events: Pick<EventStore, 'readStream'>): Promise<string | null> {
  for await (const { data, storedAt } of events.readStream(LOG_STREAM, { maxCount: 1 }))
    return deriveId(logEvents.LogCreated.parse(data).logId, storedAt.toISOString());
  return null;
}

/** True when the log is empty, or has only its identity. */
export async function isUnwritten(events: Pick<EventStore, 'readAll'>): Promise<boolean> {
  for await (const { stream } of events.readAll({ maxCount: 2 })) if (stream !== LOG_STREAM) return false;
  return true;
}

/**
 * Why a kept position cannot be trusted in this log, as the end of a sentence; null when it can. Read the position
 * before the log: one that moves on in between would seem to be beyond its end.
 */
export function checkpointProblem({ logId, position }: KeptPlace, log: LogState): string | null {
  if (logId !== null && logId !== log.id)
    return `its checkpoint ${position} is a place in another event log (${logId}), and this one is ${log.id ?? 'a new one'}`;
  if (position > log.end)
    return `its checkpoint ${position} lies beyond the end of the event log (${log.end}), which is another or an older one than it was made from`;
  return null;
}
