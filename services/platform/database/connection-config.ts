import type pg from 'pg';

/** After so much silence, in milliseconds, the machine asks whether the other end of a connection is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * How every connection to Postgres is made: under a name that leases recognise a process by, because connections cannot
 * be named by their address. A firewall or a machine that is gone drops a connection without a word; who only listens on
 * it would wait for ever if nothing were sent.
 */
export function connectionConfig(url: string, name: string): pg.ClientConfig {
  const address = new URL(url);
  // Otherwise the address would name the connection.
  address.searchParams.delete('application_name');
  return {
    connectionString: address.href,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}
