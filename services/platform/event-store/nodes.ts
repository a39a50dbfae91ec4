import { EventStoreDBClient } from '@eventstore/db-client';
import { CONNECTION_STRING_EXAMPLES, readConnectionString } from './connection-string.ts';
import { isNotLeader, isRetryable } from './errors.ts';
import { messageOf } from '../message-of.ts';
import { findLeader, trustOf } from './leader.ts';

/** The address of the event store cannot be used, whatever runs there. */
export class UnusableConnectionString extends Error {
  override readonly name = 'UnusableConnectionString';
}

/** Chooses the node that is spoken to: only the leader of a cluster has all that was acknowledged. */
export type Nodes = {
  /** The client of the node to ask. Throws EventStoreUnavailable when no node leads. */
  client(): Promise<EventStoreDBClient>;
  /** To be called with what a call to a client failed with: where that may mean that another node leads, the next is looked for. */
  failed(client: EventStoreDBClient, error: unknown): void;
  /** Ends what is under way on all of them. */
  close(): Promise<void>;
};

/** @throws {UnusableConnectionString} with what is wrong in it */
export function openNodes(connectionString: string): Nodes {
  const address = readConnectionString(connectionString);
  if (address === undefined)
    throw new UnusableConnectionString(
      `The event store's address cannot be read: give ${CONNECTION_STRING_EXAMPLES}.`,
    );
  const { nodes, cluster, at } = address;
  const connect = (node: string): EventStoreDBClient => {
    try {
      return EventStoreDBClient.connectionString(at(node));
    } catch (error) {
      throw new UnusableConnectionString(`The event store's address cannot be used: ${messageOf(error)}`);
    }
  };
  // One is made right away, so that a wrong option is found at the start.
  const [first = ''] = nodes;
  const only = connect(first);
  if (!cluster) {
    return { client: () => Promise.resolve(only), failed: () => undefined, close: () => only.dispose() };
  }

  const trust = trustOf(at(first));
  const clients = new Map([[first, only]]);
  /** Clients that a node sent on to another: what they have under way goes on. */
  const sentOn: EventStoreDBClient[] = [];
  let found: Promise<EventStoreDBClient> | undefined;
  let current: EventStoreDBClient | undefined;

  async function find(): Promise<EventStoreDBClient> {
    const leader = await findLeader(nodes, trust);
    const client = clients.get(leader) ?? connect(leader);
    clients.set(leader, client);
    current = client;
    return client;
  }

  return {
    client() {
      found ??= find().catch((error: unknown) => {
        found = undefined;
        throw error;
      });
      return found;
    },
    failed(client, error) {
      if (!isRetryable(error) || !(error instanceof Error)) return;
      // What fails after that was asked of the former leader too.
      if (client === current) found = current = undefined;
      if (!isNotLeader(error.cause)) return;
      for (const [node, each] of clients) {
        if (each !== client) continue;
        clients.delete(node);
        sentOn.push(client);
      }
    },
    async close() {
      await Promise.all([...clients.values(), ...sentOn].map((client) => client.dispose()));
    },
  };
}
