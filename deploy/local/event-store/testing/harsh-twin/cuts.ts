import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/**
 * Cuts every connection that this process has accepted, again and again, after pauses of random length.
 * @param betweenMs the shortest and the longest pause, in milliseconds
 */
export function cutConnections([shortest, longest]: readonly [number, number]): void {
  const sockets = new Set<Socket>();
  subscribe('net.server.socket', (message) => {
    const socket = socketOf(message);
    if (socket === undefined) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const cutLater = (): void => {
    setTimeout(
      () => {
        for (const socket of sockets) socket.resetAndDestroy();
        cutLater();
      },
      shortest + Math.random() * (longest - shortest),
    ).unref();
  };
  cutLater();
}

function socketOf(message: unknown): Socket | undefined {
  if (typeof message !== 'object' || message === null || !('socket' in message)) return undefined;
  return message.socket instanceof Socket ? message.socket : undefined;
}
