import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import {
  credentials,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { EventStoreUnavailable } from './errors.ts';
import { findLeader } from './leader.ts';

const { LEADER, FOLLOWER } = gossipPb.MemberInfo.VNodeState;
const plain = credentials.createInsecure();

/** Ends what a test has started. */
const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** A node of a cluster that answers whom it takes for the leader, or nothing at all. */
async function startNode(leads: () => string | undefined | 'silence') {
  const server = new Server();
  server.addService(GossipService, {
    read(_: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<gossipPb.ClusterInfo>) {
      const leader = leads();
      if (leader === 'silence') return;
      const info = new gossipPb.ClusterInfo();
      for (const address of [`127.0.0.1:${port}`, leader]) {
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
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const kill = () => server.forceShutdown();
  endings.push(kill);
  return { address: `127.0.0.1:${port}`, kill };
}

test('the leader is found by any node that is named, while others are away or hang', async () => {
  const leader = await startNode((): string => leader.address);
  const follower = await startNode(() => leader.address);
  const hanging = await startNode(() => 'silence');
  for (const node of [leader, follower]) expect(await findLeader([node.address], plain)).toBe(leader.address);
  const since = performance.now();
  const others = ['127.0.0.1:1', hanging.address, follower.address];
  expect(await findLeader(others, plain)).toBe(leader.address);
  expect(performance.now() - since).toBeLessThan(1_500);
});

test('a leader that is dead is not believed in, though others name it, and the next one is found when it stands', async () => {
  const dead = await startNode(() => undefined);
  dead.kill();
  const election: { leader?: string } = {};
  const first = await startNode(() => election.leader ?? dead.address);
  const second = await startNode(() => election.leader ?? dead.address);
  const found = findLeader([dead.address, first.address, second.address], plain);
  await new Promise((resolve) => setTimeout(resolve, 300));
  election.leader = second.address;
  const since = performance.now();
  expect(await found).toBe(second.address);
  expect(performance.now() - since).toBeLessThan(1_000);
});

test('without a leader it gives up after five seconds', async () => {
  const lonely = await startNode(() => undefined);
  const since = performance.now();
  await expect(findLeader([lonely.address, '127.0.0.1:1'], plain)).rejects.toBeInstanceOf(
    EventStoreUnavailable,
  );
  expect(performance.now() - since).toBeGreaterThan(4_500);
});
