import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { App } from './app.ts';

/** How long requests under way may take once the server is closing. */
const GRACE_MS = 10_000;
/** A connection without a request for so long, once the server drains, is not about to send one: it can be closed. */
const QUIET_MS = 2_000;
/** Connections that wait to be taken are taken within this time. */
const TAKEN_WITHIN_MS = 1_000;
/** Turns of the event loop without a new connection, after which none waits. */
const QUIET_TURNS = 10;
const LOOK_EVERY_MS = 50;

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborted when the server drains: streams without an end of their own end, and no new one is begun. */
    draining: AbortSignal;
    /**
     * Ends the server's connections without losing a request: takes no new ones, ends each with its next answer or
     * after two seconds without a request. Resolves when there are none, or after ten seconds. Then `close()`.
     */
    drain: () => Promise<void>;
  }
}

/**
 * Lets the server end in order. `drain()` comes first where clients are to notice nothing; `close()` lets requests
 * under way finish within ten seconds and refuses others. Browsers open connections ahead of need and keep them; Node
 * waits for such a one as if it were a request, so those that never sent anything are cut by `close()` immediately.
 */
export function addGracefulShutdown(app: App): void {
  const draining = new AbortController();
  /** Open connections: since when they are quiet, null while a request is under way. */
  const sockets = new Map<net.Socket, number | null>();
  let taken = 0;
  app.server.on('connection', (socket: net.Socket) => {
    taken += 1;
    sockets.set(socket, performance.now());
    socket.once('close', () => sockets.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    sockets.set(socket, null);
    response.once('close', () => {
      if (sockets.has(socket)) sockets.set(socket, performance.now());
    });
  });
  app.addHook('onSend', async (_, reply) => {
    if (draining.signal.aborted) reply.header('connection', 'close');
  });

  /** Connections that the system holds for us are taken one a turn: those left when the server stops would be reset. */
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
    // Not the HTTP server's own close: that cuts idle connections at once, whatever is on its way to us on them.
    net.Server.prototype.close.call(app.server);
    draining.abort();
    const since = performance.now();
    for (let now = since; sockets.size > 0 && now - since < GRACE_MS; now = performance.now()) {
      for (const [socket, quietSince] of sockets)
        if (quietSince !== null && now - Math.max(since, quietSince) >= QUIET_MS) socket.destroy();
      await sleep(LOOK_EVERY_MS);
      // What has arrived meanwhile is read first.
      await nextTurn();
    }
  });

  let grace: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const socket of sockets.keys()) if (socket.bytesRead === 0) socket.destroy();
    grace = setTimeout(() => {
      app.log.warn({ connections: sockets.size }, 'closing: requests still under way are cut');
      app.server.closeAllConnections();
    }, GRACE_MS);
  });
  app.addHook('onClose', async () => clearTimeout(grace));
}
