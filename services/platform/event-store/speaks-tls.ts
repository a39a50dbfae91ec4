import { connect } from 'node:tls';
import { readConnectionString } from './connection-string.ts';

const WITHIN_MS = 1_000;

/** Whether a server that is addressed with `tls=false` speaks TLS: a plain call to it fails without saying why. */
export async function wantsTls(connectionString: string): Promise<boolean> {
  const address = readConnectionString(connectionString);
  if (address === undefined || !/[?&]tls=false\b/i.test(connectionString)) return false;
  const answers = await Promise.all(address.nodes.map(speaksTls));
  return answers.includes(true);
}

/** @param node `host:port` */
function speaksTls(node: string): Promise<boolean> {
  const colon = node.lastIndexOf(':');
  return new Promise((resolve) => {
    const socket = connect({
      host: node.slice(0, colon),
      port: Number(node.slice(colon + 1)),
      // Only whether it speaks TLS is asked; nothing is sent to it.
      rejectUnauthorized: false,
      timeout: WITHIN_MS,
    });
    const answer = (speaks: boolean) => (): void => {
      socket.destroy();
      resolve(speaks);
    };
    socket.once('secureConnect', answer(true));
    socket.once('error', answer(false));
    socket.once('timeout', answer(false));
  });
}
