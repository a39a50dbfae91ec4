import { EventStoreDBClient } from '@eventstore/db-client';
import { CONNECTION_STRING_EXAMPLES, readConnectionString } from './connection-string.ts';
import { isNotLeader, isRetryable, LeadsNoLonger, remedyOf } from './errors.ts';
import { messageOf } from '../message-of.ts';
import { findLeader, trustOf } from './leader.ts';

/** The address of the event store cannot be used, whatever runs there. */
export class UnusableConnectionString extends Error {
  override readonly name = 'UnusableConnectionString';
}

/** A live node has answered by then, also that it cannot; one that gives no answer may have stopped leading. */
const SILENT_AFTER_MS = 3_500;

/** A gRPC call whose answers are a stream. */
type Call = {
  destroy(error: Error): unknown;
  cancel(): void;
  once(event: 'status', listener: () => void): unknown;
};

/** Chooses the node that is spoken to: only the leader of a cluster has all that was acknowledged. */
export type Nodes = {
  /** The client of the node to ask. Throws EventStoreUnavailable when no node leads. */
  client(): Promise<EventStoreDBClient>;
  /** To be called with what a call to a client failed with: where that may mean that another node leads, the next is looked for. */
  failed(client: EventStoreDBClient, error: unknown): void;
  /** Ends a call to a client with LeadsNoLonger when another node than that client's is found to lead. */
  endWithLead(client: EventStoreDBClient, call: Call): void;
  /**
   * To be called while a client's answer is waited for: whenever none has come for some seconds, it is asked which node
   * leads. Where that can never be found out, `leave` receives why; while no node leads, the wait goes on. Gives what ends
   * that.
   */
  doubtWhileSilent(client: EventStoreDBClient, leave: (error: unknown) => void): () => void;
  /** Ends what is under way on all of them. */
  close(): Promise<void>;
};

/**
 * @param lookForLeader finds which node leads
 * @throws {UnusableConnectionString} with what is wrong in it
 */
export function openNodes(connectionString: string, lookForLeader = findLeader): Nodes {
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
    const nothing = (): void => undefined;
    return {
      client: () => Promise.resolve(only),
      failed: nothing,
      endWithLead: nothing,
      doubtWhileSilent: () => nothing,
      close: () => only.dispose(),
    };
  }

  const trust = trustOf(at(first));
  const clients = new Map([[first, only]]);
  /** Clients that a node sent on to another: what they have under way goes on, unless another node leads. */
  const sentOn: EventStoreDBClient[] = [];
  const nodeOf = new WeakMap<EventStoreDBClient, string>();
  const underWay = new Map<Call, string | undefined>();
  let found: Promise<EventStoreDBClient> | undefined;
  let current: EventStoreDBClient | undefined;
  let leading: string | undefined;

  async function find(): Promise<EventStoreDBClient> {
    const leader = await lookForLeader(nodes, trust);
    const client = clients.get(leader) ?? connect(leader);
    clients.set(leader, client);
    nodeOf.set(client, leader);
    current = client;
    leading = leader;
    for (const [call, node] of underWay) if (node !== leader) end(call);
    return client;
  }

  function end(call: Call): void {
    call.destroy(new LeadsNoLonger());
    call.cancel();
  }

  function foundClient(): Promise<EventStoreDBClient> {
    found ??= find().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  }

  return {
    client: foundClient,
    failed(client, error) {
      if (!isRetryable(error) || !(error instanceof Error)) return;
      // What fails after that was asked of the former leader too.
      if (client === current) found = current = undefined;
      // A client whose calls we ended ourselves was sent on to no other: it is used again when its node leads again.
      if (!isNotLeader(error.cause) || error.cause instanceof LeadsNoLonger) return;
      for (const [node, each] of clients) {
        if (each !== client) continue;
        clients.delete(node);
        sentOn.push(client);
      }
    },
    endWithLead(client, call) {
      const node = nodeOf.get(client);
      underWay.set(call, node);
      call.once('status', () => underWay.delete(call));
      if (node !== leading) end(call);
    },
    doubtWhileSilent(client, leave) {
      const silence = setInterval(() => {
        if (client === current) found = current = undefined;
        foundClient().catch((error: unknown) => {
          if (!isRetryable(error) || remedyOf(error) !== undefined) leave(error);
        });
      }, SILENT_AFTER_MS);
      return () => clearInterval(silence);
    },
    async close() {
      await Promise.all([...clients.values(), ...sentOn].map((client) => client.dispose()));
    },
  };
}
