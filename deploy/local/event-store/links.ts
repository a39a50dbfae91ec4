import { mayUse } from './access.ts';
import type { Caller } from './access.ts';
import type { EventLog } from './event-log.ts';
import { AccessIsDenied } from './failures.ts';
import { eventsOfStream, stateOfStream } from './log-reads.ts';
import { bufferOf } from './stored-event.ts';
import type { StoredEvent } from './stored-event.ts';
import { baseOf } from './stream-state.ts';

/** Where a link points to. */
type Place = { readonly revision: number; readonly stream: string };

/** Reads "revision@stream"; undefined for what is no link, which is then an event like others. */
export function placeOf(link: StoredEvent): Place | undefined {
  const [, revision, stream] = /^(-?\d+)@(.+)$/s.exec(bufferOf(link.data).toString('utf8')) ?? [];
  return revision === undefined || stream === undefined ? undefined : { revision: Number(revision), stream };
}

/**
 * The event that a link points to; undefined when it is gone.
 * @throws AccessIsDenied when the caller may not read it
 */
export async function targetOf(
  log: EventLog,
  { revision, stream }: Place,
  caller: Caller,
): Promise<StoredEvent | undefined> {
  const { state, base } = await stateOfStream(log, stream);
  if (!mayUse(caller, '$r', baseOf(stream), base.metadata)) throw new AccessIsDenied();
  if (state.tombstoned || !Number.isSafeInteger(revision) || revision < 0) return undefined;
  for await (const event of eventsOfStream(log, stream, state, revision, false, 1)) {
    return event.revision === revision ? event : undefined;
  }
  return undefined;
}
