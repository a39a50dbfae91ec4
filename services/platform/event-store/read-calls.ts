import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import type { RecordedEvent } from './event-store.ts';
import type { Nodes } from './nodes.ts';
import { decodeReadAnswer, type ReadAnswer } from './read-answers.ts';

/** What of a read may have arrived and wait for its reader. */
const MOST_WAITING = 500;
/** Events up to which a read that is left early is read to its end: it comes soon enough. */
const MOST_TO_DRAIN = 1000;

export type ReadCall = ClientReadableStream<ReadAnswer>;

/**
 * Opens a Read call over the client's own connection, which the client renews when the call fails. Without a deadline, and
 * ended when another node leads.
 * @param prepare is given the call before anything can happen to it
 */
export function openRead(
  nodes: Nodes,
  client: EventStoreDBClient,
  question: streamsPb.ReadReq,
  prepare: (call: ReadCall) => void,
): Promise<ReadCall> {
  return openCall.call(client, question, (call) => {
    prepare(call);
    nodes.endWithLead(client, call);
  });
}

async function openCall(
  this: EventStoreDBClient,
  question: streamsPb.ReadReq,
  prepare: (call: ReadCall) => void,
): Promise<ReadCall> {
  return this.GRPCStreamCreator(StreamsClient, 'read', (streams) => {
    const { path, requestSerialize } = StreamsService.read;
    const call = streams.makeServerStreamRequest(
      path,
      requestSerialize,
      decodeReadAnswer,
      question,
      ...this.callArguments({ requiresLeader: true }, { deadline: Infinity }),
    );
    prepare(call);
    return call;
  })();
}

/**
 * The events of a read, as many at a time as have come in a turn of the event loop. Throws what the call failed with.
 *
 * Every call that is cancelled before its end resets its HTTP/2 stream, and a server takes a client that does so
 * often for an attack (nghttp2: after 1,000, more than 33 a second) and closes the connection with error code 2, with
 * all that is under way on it. So only a long read that is left is cancelled immediately.
 * @param maxCount most events that it can give
 */
export async function* eventsOf(
  nodes: Nodes,
  client: EventStoreDBClient,
  question: streamsPb.ReadReq,
  maxCount: number,
): AsyncGenerator<readonly RecordedEvent[]> {
  let arrived: RecordedEvent[] = [];
  let ended: { readonly error: unknown } | 'well' | undefined;
  let isLeft = false;
  let wake = (): void => undefined;
  const call = await openRead(nodes, client, question, (opened) => {
    opened.on('data', ({ event }) => {
      if (event === undefined || isLeft) return;
      arrived.push(event);
      if (arrived.length >= MOST_WAITING) opened.pause();
      wake();
    });
    opened.on('error', (error) => {
      ended ??= { error: convertToCommandError(error) };
      wake();
    });
    opened.on('end', () => {
      ended ??= 'well';
      wake();
    });
  });
  const leave = (error: unknown): void => {
    ended ??= { error };
    call.cancel();
    wake();
  };
  try {
    for (;;) {
      if (arrived.length > 0) {
        const events = arrived;
        arrived = [];
        yield events;
        if (call.isPaused()) call.resume();
      } else if (ended === undefined) {
        const heard = nodes.doubtWhileSilent(client, leave);
        await new Promise<void>((resolve) => {
          wake = () => {
            wake = () => undefined;
            setImmediate(resolve);
          };
        }).finally(heard);
      } else if (ended === 'well') return;
      else throw ended.error;
    }
  } finally {
    isLeft = true;
    arrived = [];
    if (ended === undefined && maxCount > MOST_TO_DRAIN) call.cancel();
    else if (call.isPaused()) call.resume();
  }
}
