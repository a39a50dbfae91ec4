import type { EventLog } from './event-log.ts';
import { StreamIsDeleted } from './failures.ts';
import { eventsOfStream, stateOfStream, windowsOfAll } from './log-reads.ts';
import type { Answers } from './answers.ts';
import type { FilterQuestion, ReadQuestion } from './read-questions.ts';
import { TOMBSTONE_REVISION } from './stored-event.ts';
import type { StoredEvent } from './stored-event.ts';
import { encodeCaughtUp, encodeCheckpoint, encodeFellBehind } from './wire.ts';

/**
 * Sends what a subscription asks for until its client goes away. Catching up and living on the newest
 * events are one loop that pulls from the log: nothing is queued per subscriber, so a slow one costs no
 * memory; it falls behind, and reads from Postgres again.
 */
export async function subscribe(log: EventLog, question: ReadQuestion, answers: Answers): Promise<void> {
  if (question.stream === undefined) await subscribeToAll(log, question, answers);
  else await subscribeToStream(log, question.stream, question, answers);
}

async function subscribeToAll(
  log: EventLog,
  { from, filter }: ReadQuestion,
  answers: Answers,
): Promise<void> {
  const { signal } = answers;
  let done = from === 'start' ? 0 : from === 'end' ? log.head() : from;
  let live = false;
  const checkpoints = filter && checkpointsOf(filter, done, answers);

  while (!signal.aborted) {
    const head = log.head();
    for await (const { events, searchedTo, fromMemory } of windowsOfAll(log, done, head, filter)) {
      if (live && !fromMemory) {
        live = false;
        await answers.send(encodeFellBehind());
      }
      for (const event of events) {
        await checkpoints?.searchedTo(event.position - 1);
        if (signal.aborted) return;
        const sent = answers.sendEvent(event);
        if (sent !== undefined) await sent;
        checkpoints?.sent(event.position);
      }
      await checkpoints?.searchedTo(searchedTo);
      done = searchedTo;
      if (signal.aborted) return;
    }
    if (log.head() > done) continue;
    if (!live) {
      live = true;
      await checkpoints?.caughtUpAt(done);
      await answers.send(encodeCaughtUp());
    }
    const dueInMs = checkpoints?.idleDueInMs(done) ?? null;
    if (dueInMs === 0) await checkpoints?.idleAt(done);
    else if (log.head() <= done) await log.commits.next(signal, dueInMs);
  }
}

/** After this time without a match a subscription hears how far the log was searched meanwhile. */
const IDLE_CHECKPOINT_MS = 1_000;

/**
 * Decides when a filtered subscription learns how far the log was searched: each time a number of events has been
 * searched, on catching up, and a second after events that did not match. Not at each of them: every filtered
 * subscription would get a message for every event.
 */
function checkpointsOf({ checkpointEvery }: FilterQuestion, start: number, answers: Answers) {
  let due = start + checkpointEvery;
  let announced = start;
  let idleSince: number | undefined;
  const tell = async (position: number): Promise<void> => {
    announced = position;
    idleSince = undefined;
    await answers.send(encodeCheckpoint(position));
  };
  return {
    sent(position: number): void {
      announced = position;
      idleSince = undefined;
    },
    async searchedTo(position: number): Promise<void> {
      if (position < due) return;
      const missed = Math.floor((position - due) / checkpointEvery);
      const at = due + missed * checkpointEvery;
      due = at + checkpointEvery;
      await tell(at);
    },
    async caughtUpAt(position: number): Promise<void> {
      if (position > start) await tell(position);
    },
    /** Milliseconds until a checkpoint at this position is due; null when it has been announced. */
    idleDueInMs(position: number): number | null {
      if (position <= announced) return null;
      const now = performance.now();
      idleSince ??= now;
      return Math.max(0, idleSince + IDLE_CHECKPOINT_MS - now);
    },
    idleAt: tell,
  };
}

async function subscribeToStream(
  log: EventLog,
  stream: string,
  { from }: ReadQuestion,
  answers: Answers,
): Promise<void> {
  const { signal } = answers;
  let searched = log.head();
  const { state } = await stateOfStream(log, stream);
  let done = from === 'start' ? -1 : from === 'end' ? state.revision : from;
  let live = false;

  const send = async (event: StoredEvent): Promise<void> => {
    if (event.revision === TOMBSTONE_REVISION) throw new StreamIsDeleted(stream);
    await answers.sendEvent(event);
    done = event.revision;
  };

  /** Everything stored after `done`; the state is read again, for it may have moved on. */
  const catchUp = async (): Promise<void> => {
    searched = log.head();
    const { state: now } = await stateOfStream(log, stream);
    if (now.tombstoned) throw new StreamIsDeleted(stream);
    const stored = { ...now, revision: Math.max(now.revision, done) };
    for await (const event of eventsOfStream(log, stream, stored, done + 1, false, Number.MAX_SAFE_INTEGER)) {
      if (signal.aborted) return;
      await send(event);
    }
  };

  await catchUp();
  while (!signal.aborted) {
    const head = log.head();
    const recent = log.tail.slice(searched + 1, head);
    if (head > searched && recent === undefined) {
      await catchUp();
      continue;
    }
    searched = head;
    for (const event of recent ?? []) {
      if (event.stream === stream && event.revision > done) await send(event);
      if (signal.aborted) return;
    }
    if (log.head() > searched) continue;
    if (!live) {
      live = true;
      await answers.send(encodeCaughtUp());
    }
    if (log.head() === searched) await log.commits.nextTo(stream, signal);
  }
}
