import type { ServerDuplexStream, ServerReadableStream } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Caller } from './access.ts';
import { appendAnswer, batchAnswer, proposedEvent, sizeOf, uuidText } from './append-messages.ts';
import type { BatchOutcome } from './append-messages.ts';
import type { EventLog } from './event-log.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import {
  AccessIsDenied,
  AppendIsTooLarge,
  InvalidRequest,
  MAXIMUM_APPEND_BYTES,
  StreamIsDeleted,
  Unavailable,
} from './failures.ts';
import { streamName } from './read-questions.ts';
import type { ProposedEvent } from './stored-event.ts';

/** A client that sends faster than Postgres commits is not read from beyond this. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

export type AppendCall = ServerReadableStream<streamsPb.AppendReq, streamsPb.AppendResp>;
export type BatchAppendCall = ServerDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>;

/** Carries out Streams.Append: options first, then the events, one message each. */
export async function answerAppend(
  log: EventLog,
  call: AppendCall,
  caller: Caller,
): Promise<streamsPb.AppendResp> {
  let target: { stream: string; expected: ExpectedRevision } | undefined;
  const events: ProposedEvent[] = [];
  let bytes = 0;
  for await (const message of call as AsyncIterable<streamsPb.AppendReq>) {
    const options = message.getOptions();
    const proposed = message.getProposedMessage();
    if (options !== undefined) {
      target = {
        stream: streamName(options.getStreamIdentifier()?.getStreamName_asU8()),
        expected: expectedRevision(options, () => options.getRevision()),
      };
    } else if (proposed !== undefined) {
      const event = proposedEvent(proposed);
      bytes += sizeOf(event);
      // Answered immediately, without waiting for what is still to come.
      if (bytes > MAXIMUM_APPEND_BYTES) throw new AppendIsTooLarge();
      events.push(event);
    }
  }
  if (target === undefined) throw new InvalidRequest('options are missing');
  const deadline = deadlineOf(call.getDeadline());
  const outcome = await log.write({ kind: 'append', ...target, events, caller, deadline });
  switch (outcome.kind) {
    case 'stream-deleted':
      throw new StreamIsDeleted(target.stream);
    case 'access-denied':
      throw new AccessIsDenied();
    case 'too-late':
      throw new Unavailable('the deadline passed before the append was written');
    default:
      return appendAnswer(target.expected, outcome);
  }
}

/** An append that arrives in parts, under one correlation id. */
type Gathering = {
  stream: string;
  readonly identifier: sharedPb.StreamIdentifier;
  readonly expected: ExpectedRevision;
  readonly deadline: number | undefined;
  readonly events: ProposedEvent[];
  bytes: number;
  /** What is wrong with it; the others on the same call must not suffer for it. */
  invalid: string | undefined;
};

/**
 * Carries out Streams.BatchAppend until the client ends it: appends of many streams share one call, and
 * each is answered when it is durable. When the log cannot write, the whole call ends, for the protocol has
 * no message for that.
 */
export function answerBatchAppend(log: EventLog, call: BatchAppendCall, caller: Caller): Promise<void> {
  return new Promise((resolve, reject) => {
    const gathering = new Map<string, Gathering>();
    let underWay = 0;
    let ended = false;

    const settle = (): void => {
      underWay -= 1;
      if (call.isPaused() && log.waitingBytes() < MOST_WAITING_BYTES) call.resume();
      if (ended && underWay === 0) resolve();
    };

    const write = async (correlationId: sharedPb.UUID, append: Gathering): Promise<void> => {
      const { stream, identifier, expected, deadline, events } = append;
      const answer = (outcome: BatchOutcome): void => {
        call.write(batchAnswer(correlationId, identifier, expected, outcome));
      };
      if (deadline !== undefined && log.now() > deadline) return answer({ kind: 'too-late' });
      if (append.bytes > MAXIMUM_APPEND_BYTES) return answer({ kind: 'too-large' });
      if (append.invalid !== undefined) return answer({ kind: 'invalid', message: append.invalid });
      try {
        answer(await log.write({ kind: 'append', stream, expected, events, caller, deadline }));
      } catch (error) {
        if (!(error instanceof InvalidRequest)) throw error;
        answer({ kind: 'invalid', message: error.message });
      }
    };

    const receive = (message: streamsPb.BatchAppendReq): void => {
      const correlationId = message.getCorrelationId();
      const key = uuidText(correlationId);
      const options = message.getOptions();
      const append = options === undefined ? gathering.get(key) : begin(options);
      // A part of what was never begun, or is already refused, is ignored, as a real server does.
      if (correlationId === undefined || append === undefined) return;
      for (const proposed of message.getProposedMessagesList()) gather(append, proposed);
      if (!message.getIsFinal()) {
        gathering.set(key, append);
        return;
      }
      gathering.delete(key);
      underWay += 1;
      write(correlationId, append).then(settle, reject);
      if (log.waitingBytes() > MOST_WAITING_BYTES) call.pause();
    };

    call.on('data', (message: streamsPb.BatchAppendReq) => {
      try {
        receive(message);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    call.on('end', () => {
      ended = true;
      if (underWay === 0) resolve();
    });
    call.on('cancelled', () => resolve());
    call.on('error', reject);
  });
}

function begin(options: streamsPb.BatchAppendReq.Options): Gathering {
  const identifier = options.getStreamIdentifier() ?? new sharedPb.StreamIdentifier();
  const deadline = options.getDeadline();
  const gathering: Gathering = {
    stream: '',
    identifier,
    expected: expectedRevision(options, () => options.getStreamPosition()),
    deadline: deadline && deadline.getSeconds() * 1000 + deadline.getNanos() / 1e6,
    events: [],
    bytes: 0,
    invalid: undefined,
  };
  noteInvalid(gathering, () => {
    gathering.stream = streamName(identifier.getStreamName_asU8());
  });
  return gathering;
}

function gather(append: Gathering, proposed: streamsPb.BatchAppendReq.ProposedMessage): void {
  // It is refused whatever else is in it.
  if (append.bytes > MAXIMUM_APPEND_BYTES) return;
  noteInvalid(append, () => {
    const event = proposedEvent(proposed);
    append.bytes += sizeOf(event);
    if (append.bytes <= MAXIMUM_APPEND_BYTES) append.events.push(event);
  });
}

function noteInvalid(append: Gathering, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    append.invalid ??= error.message;
  }
}

/** The expected revision of any request that has one. */
export function expectedRevision(
  options: { hasAny(): boolean; hasNoStream(): boolean; hasStreamExists(): boolean },
  revision: () => string,
): ExpectedRevision {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : Number(revision());
}

/** A call's deadline in milliseconds since 1970; undefined when it has none. */
export function deadlineOf(deadline: Date | number): number | undefined {
  const at = Number(deadline);
  return Number.isFinite(at) ? at : undefined;
}
