import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { afterEach, expect, test } from 'vitest';
import { connectEventStore } from './connect.ts';
import { startClusterNode } from './testing/cluster-node.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

type Read = ServerWritableStream<streamsPb.ReadReq, streamsPb.ReadResp>;

/** A node on which reads find nothing or, where it hangs, have no answer; subscriptions never have one. */
async function startNode(leads: () => string, hangs: boolean) {
  const asked = { reads: 0, subscriptions: 0 };
  const node = await startClusterNode(leads, (server) =>
    server.addService(StreamsService, {
      read(call: Read) {
        const isSubscription = call.request.getOptions()?.hasSubscription() === true;
        asked[isSubscription ? 'subscriptions' : 'reads'] += 1;
        if (!isSubscription && !hangs) call.end();
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

const LONG = { timeout: 12_000 };

test('given calls to a leader that hangs, when another node leads, then a read is answered by it, and a subscription goes on there', async () => {
  const election: { leader?: string } = {};
  const leads = (): string => election.leader ?? first.address;
  const first = await startNode(leads, true);
  const second = await startNode(leads, false);
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
