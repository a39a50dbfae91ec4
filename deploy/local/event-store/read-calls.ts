import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { mayUse } from './access.ts';
import type { Caller } from './access.ts';
import type { Answers } from './answers.ts';
import type { EventLog } from './event-log.ts';
import { AccessIsDenied, StreamIsDeleted } from './failures.ts';
import { placeOf, targetOf } from './links.ts';
import { allBackwards, eventsOfStream, stateOfStream, windowsOfAll } from './log-reads.ts';
import { parseReadQuestion } from './read-questions.ts';
import type { ReadQuestion } from './read-questions.ts';
import { isSoftDeleted } from './retention.ts';
import { isMetastream, LINK_TYPE } from './stored-event.ts';
import type { StoredEvent } from './stored-event.ts';
import { baseOf } from './stream-state.ts';
import { subscribe } from './subscriptions.ts';
import { encodeBrokenLink, encodeConfirmation, encodeEvent, encodeStreamNotFound } from './wire.ts';

export type ReadCall = ServerWritableStream<streamsPb.ReadReq, Buffer>;

/** Carries out Streams.Read: a read or a subscription, of one stream or of $all. */
export async function answerRead(log: EventLog, call: ReadCall, caller: Caller): Promise<void> {
  const question = parseReadQuestion(call.request);
  // Throws when the log has no writer, before the database is asked in vain.
  log.head();
  const answers = answersTo(log, call, question, caller);
  if (question.count === undefined) {
    await checkReadable(log, question.stream, caller);
    await answers.send(encodeConfirmation(randomUUID()));
    return subscribe(log, question, answers);
  }
  if (question.stream === undefined) {
    await checkReadable(log, undefined, caller);
    await readAll(log, question, question.count, answers);
  } else await readStream(log, question, question.stream, question.count, caller, answers);
}

async function readStream(
  log: EventLog,
  question: ReadQuestion,
  stream: string,
  count: number,
  caller: Caller,
  answers: Answers,
): Promise<void> {
  const state = await readableState(log, stream, caller);
  if (state.revision < 0 || isSoftDeleted(state.metadata)) {
    await answers.send(encodeStreamNotFound(stream));
    return;
  }
  const { backwards } = question;
  const start =
    question.from === 'start' ? 0 : question.from === 'end' ? Number.MAX_SAFE_INTEGER : question.from;
  for await (const event of eventsOfStream(log, stream, state, start, backwards, count)) {
    if (answers.signal.aborted) return;
    await answers.sendEvent(event);
  }
}

async function readAll(
  log: EventLog,
  question: ReadQuestion,
  count: number,
  answers: Answers,
): Promise<void> {
  const head = log.head();
  const { from, filter, backwards } = question;
  let given = 0;
  if (backwards) {
    const before = from === 'start' ? 1 : from === 'end' ? head + 1 : Math.min(from, head + 1);
    for await (const event of allBackwards(log, 1, before, filter)) {
      if (answers.signal.aborted) return;
      await answers.sendEvent(event);
      given += 1;
      if (given >= count) return;
    }
    return;
  }
  const after = from === 'start' ? 0 : from === 'end' ? head : Math.max(from, 1) - 1;
  const to = filter === undefined ? Math.min(head, after + count) : head;
  for await (const { events } of windowsOfAll(log, after, to, filter)) {
    for (const event of events) {
      if (answers.signal.aborted || given >= count) return;
      const sent = answers.sendEvent(event);
      if (sent !== undefined) await sent;
      given += 1;
    }
  }
}

/**
 * @param stream undefined for $all, of which administrators need not be asked whether they may
 * @throws StreamIsDeleted, AccessIsDenied
 */
async function checkReadable(log: EventLog, stream: string | undefined, caller: Caller): Promise<void> {
  if (stream !== undefined || !caller.isAdministrator) await readableState(log, stream ?? '$all', caller);
}

/** @throws StreamIsDeleted, AccessIsDenied */
async function readableState(log: EventLog, stream: string, caller: Caller) {
  const { state, base } = await stateOfStream(log, stream);
  if (state.tombstoned) throw new StreamIsDeleted(stream);
  if (!mayUse(caller, isMetastream(stream) ? '$mr' : '$r', baseOf(stream), base.metadata))
    throw new AccessIsDenied();
  return state;
}

function answersTo(
  log: EventLog,
  call: ReadCall,
  { resolveLinks, uuids }: ReadQuestion,
  caller: Caller,
): Answers {
  const ended = new AbortController();
  // With a reason of ours, for making the default one (an error with its stack) costs more than the read.
  const end = (): void => ended.abort('the call has ended');
  call.on('cancelled', end);
  call.on('close', end);
  const { signal } = ended;

  // No promise where none is needed: most answers go straight out.
  const send = (answer: Buffer): Promise<void> | undefined =>
    signal.aborted || call.write(answer) ? undefined : drained(call, signal);

  const sendResolved = async (link: StoredEvent): Promise<void> => {
    const place = placeOf(link);
    if (place === undefined) return send(encodeEvent(link, undefined, uuids));
    const target = await targetOf(log, place, caller);
    return send(target === undefined ? encodeBrokenLink(link, uuids) : encodeEvent(target, link, uuids));
  };

  return {
    signal,
    send,
    sendEvent: (event) =>
      resolveLinks && event.type === LINK_TYPE
        ? sendResolved(event)
        : send(encodeEvent(event, undefined, uuids)),
  };
}

async function drained(call: ReadCall, signal: AbortSignal): Promise<void> {
  try {
    await once(call, 'drain', { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
