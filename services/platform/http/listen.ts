import { hasCode } from '../has-code.ts';
import { messageOf } from '../message-of.ts';
import type { App } from './app.ts';

/** A server cannot listen where it was to; the message names the variable to correct. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

/** What the system answers of a name that it does not know, or of an address of another machine. */
const NOT_OURS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'];

/** A server cannot begin for a reason of its own, too: that is no matter of a variable. */
const OF_THE_PORT = ['listen', 'getaddrinfo', 'bind'];

/**
 * Begins to answer requests; gives the address, with the port that a server on port 0 was given. Throws CannotListen.
 * @param variable the variable that the port was read from
 */
export async function listen(
  app: App,
  { host, port }: Readonly<{ host: string; port: number }>,
  variable: 'PORT' | 'VITRINE_HEALTH_PORT',
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause && OF_THE_PORT.includes(String(cause.syscall))))
      throw cause;
    throw new CannotListen(
      hasCode(cause, ...NOT_OURS)
        ? `HOST is "${host}", which is no address of this machine (${messageOf(cause)}). Set HOST to 127.0.0.1, or to 0.0.0.0 for all.`
        : `The port of ${variable} cannot be opened: ${messageOf(cause)}. Free it, or set ${variable} to another.`,
      { cause },
    );
  }
}
