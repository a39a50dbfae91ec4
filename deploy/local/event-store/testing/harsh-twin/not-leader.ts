import { Metadata, ServerInterceptingCall, status } from '@grpc/grpc-js';
import type { ServerInterceptor } from '@grpc/grpc-js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';

/**
 * Answers one append in so many as a follower does, which ends the call: 'the leader is elsewhere', namely at the
 * address by which the client came.
 */
export function notLeader(every: number): ServerInterceptor {
  let appends = 0;
  return (_method, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMessage(message: unknown, pass) {
            if (message instanceof streamsPb.BatchAppendReq && message.hasOptions()) appends += 1;
            if (appends < every) return pass(message);
            appends = 0;
            const { hostname, port } = new URL(`http://${call.getHost()}`);
            const metadata = new Metadata();
            metadata.set('exception', 'not-leader');
            metadata.set('leader-endpoint-host', hostname);
            metadata.set('leader-endpoint-port', port);
            call.sendStatus({ code: status.NOT_FOUND, details: 'Leader info available', metadata });
          },
        });
      },
    });
}
