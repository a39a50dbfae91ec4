import net from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * A port that leads to a server, and after `leadTo` to another one: what is connected is cut, as when an address moves.
 * Frozen it takes connections and carries nothing, as a server that hangs.
 */
export async function movableWire(port: number) {
  let target = port;
  let frozen = false;
  const sockets = new Set<net.Socket>();
  const wire = net.createServer((client) => {
    const server = net.connect(target, '127.0.0.1');
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) {
      sockets.add(socket);
      if (frozen) socket.pause();
      // Either end may close first.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (wire.address() as AddressInfo).port,
    leadTo(other: number): void {
      target = other;
      cut();
    },
    freeze(): void {
      frozen = true;
      sockets.forEach((socket) => socket.pause());
    },
    /** What is connected hears nothing ever again, as from a machine that is gone; what connects from now on is carried. */
    forget(): void {
      frozen = false;
    },
    thaw(): void {
      frozen = false;
      sockets.forEach((socket) => socket.resume());
    },
    close(): void {
      wire.close();
      cut();
    },
  };
}
