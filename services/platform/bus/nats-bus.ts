import { setTimeout as delay } from 'node:timers/promises';
import { connect, Events, JSONCodec, type NatsConnection } from 'nats';
import { localBus, type Bus, type OnProblem } from './bus.ts';

/** All subjects of Vitrine stand under this one on the broker. */
const ROOT = 'vitrine';
const RETRY_MS = 1000;

/**
 * The bus over NATS. Subscribers of this process are told directly, so a broker that is down costs other processes'
 * notices only; it is tried again for as long as the process lives, and after each connection `onGap` is called.
 * Nothing here ever ends the process or rejects.
 */
export function natsBus(url: string, onProblem: OnProblem): Bus {
  const local = localBus(onProblem);
  const codec = JSONCodec<unknown>();
  const stopped = new AbortController();
  let connection: NatsConnection | null = null;
  let connected = false;

  const receive = async (broker: NatsConnection): Promise<void> => {
    for await (const message of broker.subscribe(`${ROOT}.>`)) {
      try {
        local.publish(message.subject.slice(ROOT.length + 1), codec.decode(message.data));
      } catch (error) {
        onProblem(`an unreadable notice came on ${message.subject}`, error);
      }
    }
  };

  const watch = async (broker: NatsConnection): Promise<void> => {
    for await (const status of broker.status()) {
      if (status.type === Events.Disconnect) {
        connected = false;
        onProblem('the connection to NATS was lost; trying again', new Error(String(status.data)));
      }
      // One that is lost again before it has answered is told of by the next.
      if (status.type === Events.Reconnect)
        heardAgain(broker).catch((error: unknown) => onProblem('NATS was lost again', error));
    }
  };

  /** Only once the broker knows the subscription anew: what is published after the gap was told is heard. */
  const heardAgain = async (broker: NatsConnection): Promise<void> => {
    await broker.flush();
    connected = true;
    local.gap();
  };

  const stayConnected = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        const broker = await connect({
          servers: url,
          noEcho: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          timeout: 5000,
          name: 'vitrine',
        });
        if (stopped.signal.aborted) return await broker.close();
        connection = broker;
        // Neither is waited for: the client's iterators do not always end with their connection.
        for (const reading of [receive(broker), watch(broker)])
          reading.catch((error: unknown) => onProblem('reading from NATS failed', error));
        await heardAgain(broker);
        const cause = await broker.closed();
        connection = null;
        connected = false;
        if (cause) throw cause;
      } catch (error) {
        connection = null;
        connected = false;
        onProblem('NATS cannot be reached; trying again', error);
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
        connection.publish(`${ROOT}.${subject}`, codec.encode(message));
      } catch (error) {
        onProblem(`a notice on ${subject} was not sent`, error);
      }
    },
    subscribe: local.subscribe,
    isConnected: () => connected,
    async close() {
      stopped.abort();
      await connection?.close();
      await local.close();
      await finished;
    },
  };
}

function onlyAborted(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
