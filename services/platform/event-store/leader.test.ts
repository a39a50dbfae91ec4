import { credentials } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { EventStoreUnavailable, leaderlessness } from './errors.ts';
import { findLeader } from './leader.ts';
import { startClusterNode } from './testing/cluster-node.ts';

const plain = credentials.createInsecure();

/** Ends what a test has started. */
const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function startNode(...asked: Parameters<typeof startClusterNode>) {
  const node = await startClusterNode(...asked);
  endings.push(node.kill);
  return node;
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

test('given two dead nodes of three, when the third names one of them, then that it leads no longer is the reason', async () => {
  const alone = await startNode(() => '127.0.0.1:1');
  const failure: unknown = await findLeader(['127.0.0.1:1', '127.0.0.1:2', alone.address], plain).catch(
    (error: unknown) => error,
  );
  const { message, remedy } = leaderlessness(failure)!;
  expect(message).toContain(`${alone.address} names 127.0.0.1:1 as the leader, which does not answer here (`);
  expect(message).toContain('ECONNREFUSED');
  expect(remedy).toBe('start a majority of its nodes, or let them name addresses that are reached from here');
});
