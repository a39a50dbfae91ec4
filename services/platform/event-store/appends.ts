/**
 * Batch append over the client's own connection, in place of the client's `appendToStream`. That one keeps
 * the appends under way of every client of the process in one table, and answers them from unguarded
 * handlers: when a server goes away it ends the process with unhandled rejections, fails the appends to
 * other servers, and leaves those that follow without an answer for ever. It has no deadline either.
 */
import { randomUUID } from 'node:crypto';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { correlationIdOf, messagesOf, outcomeOf } from './append-messages.ts';
import { EventStoreTimeout, EventStoreUnavailable, translateError } from './errors.ts';
import type { Appended, ExpectedRevision, NewEvent } from './event-store.ts';

type Call = ClientDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>;

type UnderWay = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
};

/** One BatchAppend call, and the appends that wait for its answers. */
type Connection = {
  readonly call: Promise<Call>;
  readonly underWay: Map<string, UnderWay>;
  /** Messages that the call does not take yet. */
  unsent: streamsPb.BatchAppendReq[];
};

export type Append = (
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
) => Promise<Appended>;

/**
 * @param deadlineMs milliseconds after which an append without an answer fails with EventStoreTimeout; the
 *   server is not told, for it would judge the deadline by its own clock
 */
export function createAppender(client: EventStoreDBClient, deadlineMs: number): Append {
  let current: Connection | undefined;

  function connected(): Connection {
    if (current !== undefined) return current;
    const underWay = new Map<string, UnderWay>();
    const lose = (error: unknown): void => {
      if (current === connection) current = undefined;
      connection.unsent = [];
      const waiting = [...underWay.values()];
      underWay.clear();
      for (const { stream, reject } of waiting) reject(translateError(error, stream, 'append', deadlineMs));
    };
    const call = openCall.call(client, (opened) => {
      opened.on('data', (answer) => settle(underWay, answer, deadlineMs));
      opened.on('drain', () => send(connection, opened));
      opened.on('error', lose);
      opened.on('end', () => lose(new EventStoreUnavailable(new Error('the server ended the call'))));
    });
    const connection: Connection = { call, underWay, unsent: [] };
    call.then((opened) => send(connection, opened), lose);
    current = connection;
    return connection;
  }

  return async (stream, expected, events) => {
    if (events.length === 0) throw new RangeError(`append to ${stream} needs at least one event`);
    const correlationId = randomUUID();
    const messages = messagesOf(correlationId, stream, expected, events);
    const connection = connected();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Appended>((resolve, reject) => {
        timer = setTimeout(() => reject(new EventStoreTimeout('append', deadlineMs)), deadlineMs);
        connection.underWay.set(correlationId, { stream, expected, resolve, reject });
        connection.unsent.push(...messages);
        connection.call.then(
          (call) => send(connection, call),
          (error: unknown) => reject(translateError(error, stream, 'append', deadlineMs)),
        );
      });
    } finally {
      clearTimeout(timer);
      connection.underWay.delete(correlationId);
    }
  };
}

/** Opens a BatchAppend call; the client sees to the channel, and renews it when the call fails. */
async function openCall(this: EventStoreDBClient, prepare: (call: Call) => void): Promise<Call> {
  return this.GRPCStreamCreator(StreamsClient, 'append', (streams) => {
    // Without this the client's default deadline would end the call after ten seconds.
    const call: Call = streams.batchAppend(...this.callArguments({}, { deadline: Infinity }));
    prepare(call);
    return call;
  })();
}

function send(connection: Connection, call: Call): void {
  const waiting = connection.unsent;
  let sent = 0;
  for (const message of waiting) {
    if (call.writableNeedDrain || !call.writable) break;
    call.write(message);
    sent += 1;
  }
  if (sent > 0) connection.unsent = waiting.slice(sent);
}

function settle(
  underWay: Map<string, UnderWay>,
  answer: streamsPb.BatchAppendResp,
  deadlineMs: number,
): void {
  const append = underWay.get(correlationIdOf(answer));
  // Nobody waits any more for the answer to an append that was too late.
  if (append === undefined) return;
  const outcome = outcomeOf(answer, append.stream, append.expected, deadlineMs);
  if (outcome instanceof Error) append.reject(outcome);
  else append.resolve(outcome);
}
