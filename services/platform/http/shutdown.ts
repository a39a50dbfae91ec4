import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { App } from './app.ts';

/**
 * How long requests under way may take once the server drains or closes, in milliseconds: a process ends within five
 * seconds.
 */
const GRACE_MS = 3_000;
/** The same for connections that were still open when draining ended and closing began. */
const LAST_GRACE_MS = 250;
/**
 * While the server drains, a connection without a request for this long is not about to send one, and can be closed.
 */
const QUIET_MS = 2_000;
/** A client that stops sending its request or reading its answer is waited for no longer than this. */
const STUCK_MS = 1_000;
/** Waiting connections are accepted within this time. */
const TAKEN_WITHIN_MS = 500;
/** After this many turns of the event loop without a new connection, none is waiting. */
const QUIET_TURNS = 10;
const LOOK_EVERY_MS = 50;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server drains: endless streams end, and no new ones begin. */
    draining: AbortSignal;
    /**
     * Ends the server's connections without losing a request: it accepts no new ones, and ends each with its next
     * answer or after two seconds without a request. A client that stops in the middle of its request or its answer is
     * cut off after one second. Resolves when none is left, or after three seconds. Call `close()` then.
     */
    drain: () => Promise<void>;
  }
}

type Connection = {
  quietSince: number;
  /** The request under way, if there is one. */
  request: IncomingMessage | null;
  /** The bytes sent either way, and when that number was first seen. */
  moved: number;
  movedAt: number;
};

/** A connection without a request for two seconds of draining. */
function isQuiet({ request, quietSince }: Connection, now: number, since: number): boolean {
  return request === null && now - Math.max(since, quietSince) >= QUIET_MS;
}

/** A request that has not fully arrived, or an answer that is not read, with no progress. */
function isStuck(socket: net.Socket, connection: Connection, now: number): boolean {
  const { request } = connection;
  if (request === null || (request.complete && socket.writableLength === 0)) return false;
  const moved = socket.bytesRead + socket.bytesWritten - socket.writableLength;
  if (connection.movedAt === 0 || moved !== connection.moved) {
    connection.moved = moved;
    connection.movedAt = now;
  }
  return now - connection.movedAt >= STUCK_MS;
}

/**
 * Lets the server end in order. `drain()` comes first when clients are to notice nothing; `close()` lets requests under
 * way finish within three seconds (hardly longer for both together) and refuses others. Browsers open connections ahead
 * of need and keep them. Node would wait for such a connection as if it were a request, so `close()` immediately cuts
 * those that never sent anything.
 */
export function addGracefulShutdown(app: App): void {
  const draining = new AbortController();
  const sockets = new Map<net.Socket, Connection>();
  let taken = 0;
  app.server.on('connection', (socket: net.Socket) => {
    taken += 1;
    sockets.set(socket, { quietSince: performance.now(), request: null, moved: 0, movedAt: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = sockets.get(request.socket);
    if (!connection) return;
    connection.request = request;
    response.once('close', () => {
      connection.request = null;
      connection.quietSince = performance.now();
    });
  });
  app.addHook('onSend', async (_, reply) => {
    if (draining.signal.aborted) reply.header('connection', 'close');
  });

  /**
   * The system holds connections for us, and one is accepted in each turn: those left when the server stops would be
   * reset.
   */
  const untilNoneWaits = async (): Promise<void> => {
    const until = performance.now() + TAKEN_WITHIN_MS;
    for (let before = -1; before !== taken && performance.now() < until;) {
      before = taken;
      for (let turn = 0; turn < QUIET_TURNS; turn += 1) await nextTurn();
    }
  };

  app.decorate('draining', draining.signal);
  app.decorate('drain', async () => {
    if (!app.server.listening) return;
    await untilNoneWaits();
    // Not the HTTP server's own close: it immediately cuts idle connections, even when a request is on its way on them.
    net.Server.prototype.close.call(app.server);
    draining.abort();
    const since = performance.now();
    for (let now = since; sockets.size > 0 && now - since < GRACE_MS; now = performance.now()) {
      for (const [socket, connection] of sockets)
        if (isQuiet(connection, now, since) || isStuck(socket, connection, now)) socket.destroy();
      await sleep(LOOK_EVERY_MS);
      // What has arrived by now is read first.
      await nextTurn();
    }
  });

  let grace: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const socket of sockets.keys()) if (socket.bytesRead === 0) socket.destroy();
    const graceMs = draining.signal.aborted ? LAST_GRACE_MS : GRACE_MS;
    grace = setTimeout(() => {
      app.log.warn({ connections: sockets.size }, 'closing: requests still under way are cut');
      app.server.closeAllConnections();
    }, graceMs);
  });
  app.addHook('onClose', async () => clearTimeout(grace));
}

/**
 * Ends a server behind a balancer: the balancer learns it from /readyz within `drainSeconds`, and no request is cut
 * off.
 */
export async function endServing(app: App, drainSeconds: number): Promise<void> {
  if (app.server.listening) await sleep(drainSeconds * 1000);
  await app.drain();
  await app.close();
}
