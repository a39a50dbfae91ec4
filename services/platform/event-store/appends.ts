/**
 * Batch append over the client's own connection, in place of the client's `appendToStream`. That one keeps
 * the appends under way of every client of the process in one table, and answers them from unguarded
 * handlers: when a server goes away it ends the process with unhandled rejections, fails the appends to
 * other servers, and leaves those that follow without an answer for ever. It has no deadline either.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { answerWithin } from '../answer-within.ts';
import { correlationIdOf, messagesOf, outcomeOf } from './append-messages.ts';
import { EventStoreTimeout, EventStoreUnavailable, isRetryable, remedyOf, translateError } from './errors.ts';
import type { Appended, ExpectedRevision, NewEvent } from './event-store.ts';
import type { Nodes } from './nodes.ts';

const FIRST_PAUSE_MS = 50;
const LAST_PAUSE_MS = 200;
/** Longer than a cluster takes to find another leader, and shorter than people wait for a store that is away. */
const REPEATED_WITHIN_MS = 5_000;

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
 * An append that got no answer, or the answer that the outcome is unknown, is repeated unchanged for some seconds: by
 * its ids and its exact revision it is written once, and answered as the first time.
 * @param deadlineMs milliseconds after which an append without an answer fails with EventStoreTimeout, all repetitions
 *   included; not sent to the server, which would judge the deadline by its own clock
 */
export function createAppender(nodes: Nodes, deadlineMs: number): Append {
  const connections = new WeakMap<EventStoreDBClient, Connection>();

  function connected(client: EventStoreDBClient): Connection {
    const existing = connections.get(client);
    if (existing !== undefined) return existing;
    const underWay = new Map<string, UnderWay>();
    const lose = (error: unknown): void => {
      if (connections.get(client) === connection) connections.delete(client);
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
      nodes.endWithLead(client, opened);
    });
    const connection: Connection = { call, underWay, unsent: [] };
    call.then((opened) => send(connection, opened), lose);
    connections.set(client, connection);
    return connection;
  }

  /** Sends once and waits at most `withinMs` for the answer. */
  async function sendOnce(
    client: EventStoreDBClient,
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    withinMs: number,
  ): Promise<Appended> {
    const correlationId = randomUUID();
    const messages = messagesOf(correlationId, stream, expected, events);
    const connection = connected(client);
    let late: NodeJS.Timeout | undefined;
    let heard = (): void => undefined;
    try {
      return await new Promise<Appended>((resolve, reject) => {
        late = setTimeout(() => reject(new EventStoreTimeout('append', deadlineMs)), withinMs);
        heard = nodes.doubtWhileSilent(client, reject);
        connection.underWay.set(correlationId, { stream, expected, resolve, reject });
        connection.unsent.push(...messages);
        connection.call.then(
          (call) => send(connection, call),
          (error: unknown) => reject(translateError(error, stream, 'append', deadlineMs)),
        );
      });
    } catch (error) {
      nodes.failed(client, error);
      throw error;
    } finally {
      clearTimeout(late);
      heard();
      connection.underWay.delete(correlationId);
    }
  }

  return async (stream, expected, events) => {
    if (events.length === 0) throw new RangeError(`append to ${stream} needs at least one event`);
    const until = performance.now() + deadlineMs;
    const tooLate = (): Error => new EventStoreTimeout('append', deadlineMs);
    let lastRepeat = until;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)) {
      try {
        const client = await answerWithin(nodes.client(), until - performance.now(), tooLate);
        return await sendOnce(client, stream, expected, events, until - performance.now());
      } catch (error) {
        const now = performance.now();
        // A server that answers Timeout is there, and has taken some seconds for it.
        if (error instanceof EventStoreUnavailable)
          lastRepeat = Math.min(lastRepeat, now + REPEATED_WITHIN_MS);
        if (!isRetryable(error) || remedyOf(error) !== undefined || now + pauseMs >= lastRepeat) throw error;
      }
      await sleep(pauseMs);
    }
  };
}

/** Opens a BatchAppend call; the client sees to the channel, and renews it when the call fails. */
async function openCall(this: EventStoreDBClient, prepare: (call: Call) => void): Promise<Call> {
  return this.GRPCStreamCreator(StreamsClient, 'append', (streams) => {
    // Without this the client's default deadline would end the call after ten seconds.
    const call: Call = streams.batchAppend(
      ...this.callArguments({ requiresLeader: true }, { deadline: Infinity }),
    );
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
  // No one waits any longer for the answer to an append that was too late.
  if (append === undefined) return;
  const outcome = outcomeOf(answer, append.stream, append.expected, deadlineMs);
  if (outcome instanceof Error) append.reject(outcome);
  else append.resolve(outcome);
}
