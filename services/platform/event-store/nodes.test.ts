import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { connectEventStore } from './connect.ts';
import { startClusterNode } from './testing/cluster-node.ts';
import { answerWith } from './testing/read-answer.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Read = ServerWritableStream<streamsPb.ReadReq, streamsPb.ReadResp>;

type Log = {
  /** Positions of the events that it gives to a read of the log, from the place that is asked for. */
  readonly has: readonly bigint[];
  /** Whether a read that has been given them goes on without an end. */
  readonly hangs: boolean;
};

/** A node that answers reads of its log; a subscription never has an answer. */
async function startNode(leads: () => string, { has, hangs }: Log) {
  const asked = { reads: 0, subscriptions: 0 };
  const node = await startClusterNode(leads, (server) =>
    server.addService(StreamsService, {
      read(call: Read) {
        const isSubscription = call.request.getOptions()?.hasSubscription() === true;
        asked[isSubscription ? 'subscriptions' : 'reads'] += 1;
        if (isSubscription) return;
        const from = BigInt(call.request.getOptions()?.getAll()?.getPosition()?.getCommitPosition() ?? 0);
        for (const position of has) if (position >= from) call.write(answerWith(eventAt(position)));
        if (!hangs) call.end();
      },
      append: () => undefined,
      batchAppend: () => undefined,
      delete: () => undefined,
      tombstone: () => undefined,
    }),
  );
  endings.push(node.kill);
  return { ...node, asked };
}

const eventAt = (position: bigint) => ({
  id: `0f8fad5b-d9cb-469f-a165-${String(position).padStart(12, '0')}`,
  stream: 'stone-R-10442',
  revision: position,
  position,
  metadata: { type: 'StoneListed', 'content-type': 'application/json', created: '17000000000001234' },
  data: '{}',
  customMetadata: '{}',
});

const LONG = { timeout: 12_000 };

test('given calls to a leader that hangs, when another node leads, then a read is answered by it, and a subscription goes on there', async () => {
  const election: { leader?: string } = {};
  const leads = (): string => election.leader ?? first.address;
  const first = await startNode(leads, { has: [], hangs: true });
  const second = await startNode(leads, { has: [], hangs: false });
  const store = connectEventStore({
    connectionString: `esdb://${first.address},${second.address}?tls=false`,
  });
  const leaving = new AbortController();
  endings.push(
    () => store.close(),
    () => leaving.abort(),
  );
  const dropped: string[] = [];
  const subscribed = store.subscribeToAll({
    after: 0n,
    signal: leaving.signal,
    onEvents: () => undefined,
    onDropped: ({ message }) => void dropped.push(message),
  });
  const head = store.headPosition();
  await expect.poll(() => first.asked, LONG).toEqual({ reads: 1, subscriptions: 1 });
  election.leader = second.address;
  await expect.poll(() => second.asked, LONG).toEqual({ reads: 1, subscriptions: 1 });
  expect(await head).toBe(0n);
  expect(dropped).toEqual(['event store unavailable: the node that was asked leads no longer']);
  leaving.abort();
  await subscribed;
}, 20_000);

test('given a read of the log that a leader answers in part, when another node leads, then it goes on there behind what has come', async () => {
  const election: { leader?: string } = {};
  const leads = (): string => election.leader ?? first.address;
  const first = await startNode(leads, { has: [1n, 2n], hangs: true });
  const second = await startNode(leads, { has: [1n, 2n, 3n], hangs: false });
  const store = connectEventStore({
    connectionString: `esdb://${first.address},${second.address}?tls=false`,
  });
  endings.push(() => store.close());
  const read: bigint[] = [];
  for await (const { position } of store.readAll()) {
    read.push(position);
    if (position === 2n) election.leader = second.address;
  }
  expect(read).toEqual([1n, 2n, 3n]);
  expect([first.asked.reads, second.asked.reads]).toEqual([1, 1]);
}, 20_000);
