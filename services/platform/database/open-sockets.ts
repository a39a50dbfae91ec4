import net from 'node:net';

/** The sockets under a pool's connections, open or being opened. */
export type OpenSockets = {
  /** A new one, for the driver to connect. */
  readonly open: () => net.Socket;
  /** Ends them at once: what waits for an answer on one of them fails as on a lost connection. */
  readonly cut: () => void;
};

/** Keeps the sockets of a pool, whose driver waits on one for as long as the machine takes to give it up. */
export function openSockets(): OpenSockets {
  const sockets = new Set<net.Socket>();
  return {
    open() {
      const socket = new net.Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    cut: () => sockets.forEach((socket) => socket.destroy()),
  };
}
