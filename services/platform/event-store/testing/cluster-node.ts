import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js';

const { LEADER, FOLLOWER } = gossipPb.MemberInfo.VNodeState;

export type ClusterNode = { readonly address: string; readonly kill: () => void };

/**
 * Starts a node of a cluster that answers whom it takes for the leader, or nothing at all.
 * @param leads the address (`host:port`) that it names
 * @param addServices adds what it answers beside that
 */
export async function startClusterNode(
  leads: () => string | undefined | 'silence',
  addServices: (server: Server) => void = () => undefined,
): Promise<ClusterNode> {
  const server = new Server();
  server.addService(GossipService, {
    read(_: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<gossipPb.ClusterInfo>) {
      const leader = leads();
      if (leader === 'silence') return;
      const info = new gossipPb.ClusterInfo();
      for (const address of new Set([`127.0.0.1:${port}`, leader])) {
        if (address === undefined) continue;
        const [host = '', at] = address.split(':');
        const endpoint = new gossipPb.EndPoint();
        endpoint.setAddress(host);
        endpoint.setPort(Number(at));
        const member = new gossipPb.MemberInfo();
        member.setIsAlive(true);
        member.setState(address === leader ? LEADER : FOLLOWER);
        member.setHttpEndPoint(endpoint);
        info.addMembers(member);
      }
      answer(null, info);
    },
  });
  addServices(server);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return { address: `127.0.0.1:${port}`, kill: () => server.forceShutdown() };
}
