import { constants } from 'node:http2';
import type { Http2Server } from 'node:http2';
import type { Server } from '@grpc/grpc-js';

/**
 * Node's HTTP/2 takes a client that resets 1,000 streams of a connection, and more than 33 a second after that, for an
 * attack, and ends the connection with every call on it. Node 20 has no setting for it.
 */
const MOST_CANCELLATIONS = 900;
/** Of a GOAWAY: nothing that was asked on this connection is refused. */
const EVERY_STREAM = 2 ** 31 - 1;

/**
 * Lets clients cancel as many calls as they like (unsubscribe, leave a read): on a connection on which many were
 * cancelled the client is asked to make its next calls on a new one. What runs on the old one runs on, and what is
 * cancelled there is no longer counted.
 * @param server one that listens
 */
export function allowManyCancellations(server: Server): void {
  // grpc-js has no event for a connection.
  const listening: ReadonlyMap<Http2Server, unknown> = server['http2Servers'];
  for (const http2Server of listening.keys()) {
    http2Server.on('session', (session) => {
      let cancelled = 0;
      session.on('stream', (stream) => {
        stream.once('aborted', () => {
          cancelled += 1;
          if (cancelled === MOST_CANCELLATIONS) session.goaway(constants.NGHTTP2_NO_ERROR, EVERY_STREAM);
        });
      });
    });
  }
}
