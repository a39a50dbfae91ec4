import type { Socket } from 'node:net';
import type { App } from './app.ts';

/** How long requests under way may take once the server is closing. */
const GRACE_MS = 10_000;

/**
 * Lets `close()` come to an end: requests under way finish, within ten seconds. Browsers open connections ahead of need
 * and keep them; Node waits for such a one as if it were a request, so those that never said anything are cut at once.
 */
export function addGracefulShutdown(app: App): void {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  let grace: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    grace = setTimeout(() => {
      app.log.warn({ connections: sockets.size }, 'closing: requests still under way are cut');
      app.server.closeAllConnections();
    }, GRACE_MS);
  });
  app.addHook('onClose', async () => clearTimeout(grace));
}
