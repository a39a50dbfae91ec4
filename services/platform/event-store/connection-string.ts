/** `esdb://user:password@node1:2113,node2:2113?tls=true`, also `kurrentdb://`, each also with `+discover`. */
const SHAPE = /^(?:esdb|kurrentdb)(\+discover)?:\/\/(?:([^@/?#]+)@)?([^@/?#]+)\/?(\?[^#]*)?$/i;
const NODE = /^[^\s:[\]]+(?::\d{1,5})?$/;
const DEFAULT_PORT = 2113;

export const CONNECTION_STRING_EXAMPLES =
  'esdb://host:2113?tls=false, or esdb://user:password@node1:2113,node2:2113,node3:2113 for a cluster';

/** Where an event store is, and how it is addressed. */
export type StoreAddress = {
  /** `host:port` of each node that was named. */
  readonly nodes: readonly string[];
  /** The nodes named are asked which one leads; otherwise there is one, and it is spoken to itself. */
  readonly cluster: boolean;
  /** The connection string of one node, with the same user and options, in words that the client knows. */
  readonly at: (node: string) => string;
};

/** Reads a connection string of EventStoreDB or KurrentDB; undefined when it is not one. */
export function readConnectionString(text: string): StoreAddress | undefined {
  const [, discover, user, list, options = ''] = SHAPE.exec(text.trim()) ?? [];
  const nodes = list?.split(',').map((node) => node.trim()) ?? [];
  if (nodes.length === 0 || !nodes.every((node) => NODE.test(node))) return undefined;
  return {
    nodes: nodes.map((node) => (node.includes(':') ? node : `${node}:${DEFAULT_PORT}`)),
    cluster: discover !== undefined || nodes.length > 1,
    at: (node) => `esdb://${user === undefined ? '' : `${user}@`}${node}${options}`,
  };
}
