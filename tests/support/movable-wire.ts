import net from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port that leads to a server, and after `leadTo` to another one: what is connected is cut, as when an address moves. */
export async function movableWire(port: number) {
  let target = port;
  const sockets = new Set<net.Socket>();
  const wire = net.createServer((client) => {
    const server = net.connect(target, '127.0.0.1');
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) {
      sockets.add(socket);
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
    close(): void {
      wire.close();
      cut();
    },
  };
}
