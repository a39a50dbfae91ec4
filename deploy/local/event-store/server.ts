import * as grpc from '@grpc/grpc-js';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import type serverFeaturesPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { ANYONE, authenticate } from './access.ts';
import type { Caller, Passwords } from './access.ts';
import { answerAppend, answerBatchAppend, deadlineOf } from './append-calls.ts';
import type { AppendCall, BatchAppendCall } from './append-calls.ts';
import { answerDelete, answerTombstone } from './delete-calls.ts';
import { clusterInfo, supportedMethods } from './discovery-calls.ts';
import { openEventLog } from './event-log.ts';
import { NotAuthenticated, toServiceError } from './failures.ts';
import { allowManyCancellations } from './many-cancellations.ts';
import { answerRead } from './read-calls.ts';
import type { ReadCall } from './read-calls.ts';
import { sendAhead } from './send-ahead.ts';

/** Room for one append of the greatest size and its envelope. */
const MOST_MESSAGE_BYTES = 17 * 1024 * 1024;

export type ServerOptions = {
  readonly databaseUrl: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly tls?: { readonly certificate: Buffer; readonly key: Buffer };
  /** Over TLS; both are 'changeit' when left out. */
  readonly passwords?: Partial<Passwords>;
  readonly log: (line: string) => void;
  /** Around every call, the nearest to the wire first. */
  readonly interceptors?: readonly grpc.ServerInterceptor[];
  readonly now?: () => number;
};

export type RunningServer = { readonly port: number; close(): Promise<void> };

/**
 * Serves EventStoreDB's streams over gRPC from a log in Postgres (architecture: The event log).
 * @throws AnotherWriter when another process serves the same database; Unavailable when Postgres is away
 */
export async function startEventStore(options: ServerOptions): Promise<RunningServer> {
  const now = options.now ?? Date.now;
  const log = await openEventLog({ databaseUrl: options.databaseUrl, log: options.log, now });
  const passwords = { admin: 'changeit', ops: 'changeit', ...options.passwords };

  const callerOf = (metadata: grpc.Metadata): Caller => {
    if (options.tls === undefined) return ANYONE;
    const caller = authenticate(metadata.get('authorization')[0]?.toString(), passwords);
    if (caller === undefined) throw new NotAuthenticated();
    return caller;
  };

  const unary =
    <Request, Answer>(answer: (call: grpc.ServerUnaryCall<Request, Answer>) => Answer | Promise<Answer>) =>
    (call: grpc.ServerUnaryCall<Request, Answer>, reply: grpc.sendUnaryData<Answer>): void => {
      void settle(async () => answer(call), reply);
    };

  const server = new grpc.Server({
    'grpc.max_receive_message_length': MOST_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    interceptors: [...(options.interceptors ?? []), sendAhead],
  });
  server.addService(
    { ...StreamsService, read: { ...StreamsService.read, responseSerialize: (answer: Buffer) => answer } },
    {
      read: (call: ReadCall) => void stream(call, () => answerRead(log, call, callerOf(call.metadata))),
      batchAppend: (call: BatchAppendCall) =>
        void stream(call, () => answerBatchAppend(log, call, callerOf(call.metadata))),
      append: (call: AppendCall, reply: grpc.sendUnaryData<streamsPb.AppendResp>) =>
        void settle(async () => answerAppend(log, call, callerOf(call.metadata)), reply),
      delete: unary<streamsPb.DeleteReq, streamsPb.DeleteResp>((call) =>
        answerDelete(log, call.request, callerOf(call.metadata), deadlineOf(call.getDeadline())),
      ),
      tombstone: unary<streamsPb.TombstoneReq, streamsPb.TombstoneResp>((call) =>
        answerTombstone(log, call.request, callerOf(call.metadata), deadlineOf(call.getDeadline())),
      ),
    },
  );
  server.addService(ServerFeaturesService, {
    getSupportedMethods: unary<sharedPb.Empty, serverFeaturesPb.SupportedMethods>(supportedMethods),
  });
  server.addService(GossipService, {
    read: unary<sharedPb.Empty, gossipPb.ClusterInfo>((call) => clusterInfo(call.getHost(), now())),
  });

  let port: number;
  try {
    port = await listen(server, options);
  } catch (error) {
    await log.close();
    throw error;
  }
  allowManyCancellations(server);
  return {
    port,
    async close() {
      server.forceShutdown();
      await log.close();
    },
  };
}

/** Answers a call that ends with one answer. */
async function settle<Answer>(
  answer: () => Promise<Answer>,
  reply: grpc.sendUnaryData<Answer>,
): Promise<void> {
  try {
    reply(null, await answer());
  } catch (error) {
    reply(asServiceError(error));
  }
}

/** Runs a call that streams its answers, and ends it. */
async function stream(
  call: { end(): unknown; emit(event: 'error', error: Error): unknown; readonly cancelled: boolean },
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
    call.end();
  } catch (error) {
    if (!call.cancelled) call.emit('error', asServiceError(error));
  }
}

function asServiceError(error: unknown): grpc.ServiceError {
  return isServiceError(error) ? error : toServiceError(error);
}

function isServiceError(error: unknown): error is grpc.ServiceError {
  return (
    error instanceof Error &&
    'code' in error &&
    'metadata' in error &&
    error.metadata instanceof grpc.Metadata
  );
}

function listen(server: grpc.Server, { host, port, tls }: ServerOptions): Promise<number> {
  const credentials =
    tls === undefined
      ? grpc.ServerCredentials.createInsecure()
      : grpc.ServerCredentials.createSsl(null, [{ cert_chain: tls.certificate, private_key: tls.key }]);
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
}
