import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionOptions, Events, NatsConnection } from 'nats';
import { localBus, type Bus, type OnBack, type OnProblem, type Reach } from './bus.ts';

/**
 * What the client is to be given of an address such as `tls://user:password@host:4222`, of which it reads no more than
 * host and port itself. A name without a password is a token.
 */
export function brokerOf(url: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  const [user, pass] = [username, password].map(decodeURIComponent);
  return {
    servers: host,
    ...(user && (pass ? { user, pass } : { token: user })),
    ...(protocol === 'tls:' && { tls: {} }),
  };
}

/** All subjects of Vitrine stand under this one on the broker. */
const ROOT = 'vitrine';
const RETRY_MS = 1000;
/** What was published just before closing is sent within this time, or not at all. */
const LAST_WORDS_MS = 2000;

/**
 * The bus over NATS. Subscribers in this process are called directly, so without a broker only other processes miss
 * notices. It reconnects for as long as the process lives, and calls `onGap` after each reconnection. Losing the broker
 * is logged once, and so is its return. Nothing here ends the process or rejects.
 */
export function natsBus(url: string, onProblem: OnProblem, onBack: OnBack): Bus {
  const server = brokerOf(url);
  const local = localBus(onProblem);
  const stopped = new AbortController();
  let connection: NatsConnection | null = null;
  let reach: Reach = 'away';
  let missed = false;

  const lost = (error: unknown): void => {
    reach = 'away';
    if (missed || stopped.signal.aborted) return;
    missed = true;
    onProblem('NATS cannot be reached: other processes get no notices from here until it is back', error);
  };

  const receive = async (broker: NatsConnection): Promise<void> => {
    for await (const message of broker.subscribe(`${ROOT}.>`)) {
      try {
        local.publish(message.subject.slice(ROOT.length + 1), message.json());
      } catch (error) {
        onProblem(`an unreadable notice came on ${message.subject}`, error);
      }
    }
  };

  const watch = async (broker: NatsConnection, is: typeof Events): Promise<void> => {
    for await (const status of broker.status()) {
      if (status.type === is.Disconnect) lost(new Error(String(status.data)));
      if (status.type === is.Reconnect) heardAgain(broker).catch(lost);
    }
  };

  /**
   * // Reported only once the broker knows the subscription again, so that anything published after the report is
   * received.
   */
  const heardAgain = async (broker: NatsConnection): Promise<void> => {
    await broker.flush();
    reach = 'connected';
    if (missed) onBack('NATS is back: notices reach other processes again');
    missed = false;
    local.gap();
  };

  const stayConnected = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        // Loaded only when there is a broker, and without waiting for it.
        const nats = await import('nats');
        const broker = await nats.connect({
          ...server,
          noEcho: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          timeout: 5000,
          name: 'vitrine',
        });
        if (stopped.signal.aborted) return await broker.close();
        connection = broker;
        // Not awaited: the client's iterators do not always end with their connection.
        for (const reading of [receive(broker), watch(broker, nats.Events)])
          reading.catch((error: unknown) => onProblem('reading from NATS failed', error));
        await heardAgain(broker);
        const cause = await broker.closed();
        connection = null;
        if (cause) throw cause;
      } catch (error) {
        connection = null;
        lost(error);
        await delay(RETRY_MS, undefined, { signal: stopped.signal, ref: false }).catch(onlyAborted);
      }
    }
  };
  const finished = stayConnected();

  return {
    publish(subject, message) {
      local.publish(subject, message);
      if (!connection || connection.isClosed()) return;
      try {
        connection.publish(`${ROOT}.${subject}`, JSON.stringify(message));
      } catch (error) {
        onProblem(`a notice on ${subject} was not sent`, error);
      }
    },
    subscribe: local.subscribe,
    reach: () => reach,
    async close() {
      stopped.abort();
      if (connection && reach === 'connected')
        await Promise.race([connection.flush(), delay(LAST_WORDS_MS, undefined, { ref: false })]).catch(lost);
      await connection?.close();
      await local.close();
      await finished;
    },
  };
}

function onlyAborted(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
