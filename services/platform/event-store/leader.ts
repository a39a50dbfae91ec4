import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { credentials, type ChannelCredentials } from '@grpc/grpc-js';
import { EventStoreUnavailable, leaderlessness, NoNodeLeads, remedyOf, translateError } from './errors.ts';

/** Another leader stands 0.9 to 2.2 s after the old one was killed. */
const FOUND_WITHIN_MS = 5_000;
const ANSWER_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 50;

/**
 * The node that leads the cluster, as `host:port`. Every node named is asked again and again until one names a leader
 * that confirms it itself: for some seconds the others go on naming one that is dead. Throws EventStoreUnavailable when
 * none leads within 5 seconds, with NoNodeLeads as its cause where a node answered, and immediately when no node can
 * ever be reached in this way (its certificate is not trusted).
 */
export async function findLeader(nodes: readonly string[], trust: ChannelCredentials): Promise<string> {
  let over = false;
  const until = performance.now() + FOUND_WITHIN_MS;

  async function askUntilNamed(node: string): Promise<string> {
    for (;;) {
      try {
        return await leaderNamedBy(node, trust);
      } catch (error) {
        const failure = translateError(error, '', 'gossip');
        if (over || performance.now() > until || remedyOf(failure) !== undefined) throw failure;
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  try {
    return await Promise.any(nodes.map(askUntilNamed));
  } catch (error) {
    const failures: unknown[] = error instanceof AggregateError ? error.errors : [error];
    throw (
      failures.find((failure) => remedyOf(failure) !== undefined) ??
      failures.find(leaderlessness) ??
      failures[0]
    );
  } finally {
    over = true;
  }
}

async function leaderNamedBy(node: string, trust: ChannelCredentials): Promise<string> {
  const named = leaderAmong(await membersKnownTo(node, trust));
  if (named === node) return node;
  if (named === undefined) throw new EventStoreUnavailable(new NoNodeLeads(node));
  if ((await leaderKnownToItself(node, named, trust)) === named) return named;
  throw new EventStoreUnavailable(new NoNodeLeads(node));
}

/** Which node leads, says the one that another names as the leader: it may have gone, or be reached from there alone. */
async function leaderKnownToItself(
  node: string,
  leader: string,
  trust: ChannelCredentials,
): Promise<string | undefined> {
  try {
    return leaderAmong(await membersKnownTo(leader, trust));
  } catch (reason) {
    if (remedyOf(translateError(reason, '', 'gossip')) !== undefined) throw reason;
    throw new EventStoreUnavailable(new NoNodeLeads(node, { leader, reason }));
  }
}

function leaderAmong(members: readonly gossipPb.MemberInfo[]): string | undefined {
  const leader = members.find(
    (member) => member.getIsAlive() && member.getState() === gossipPb.MemberInfo.VNodeState.LEADER,
  );
  const endpoint = leader?.getHttpEndPoint();
  return endpoint === undefined ? undefined : `${endpoint.getAddress()}:${endpoint.getPort()}`;
}

function membersKnownTo(node: string, trust: ChannelCredentials): Promise<gossipPb.MemberInfo[]> {
  // Connections are not shared with those before: they wait longer and longer after each failure.
  const client = new GossipClient(node, trust, { 'grpc.use_local_subchannel_pool': 1 });
  let late: NodeJS.Timeout | undefined;
  return new Promise<gossipPb.MemberInfo[]>((resolve, reject) => {
    const call = client.read(new sharedPb.Empty(), (error, info) => {
      if (error) reject(error);
      else resolve(info.getMembersList());
    });
    late = setTimeout(() => call.cancel(), ANSWER_WITHIN_MS);
  }).finally(() => {
    clearTimeout(late);
    client.close();
  });
}

/** How nodes prove who they are, from the options of a connection string, as the client reads them. */
export function trustOf(connectionString: string): ChannelCredentials {
  const options = new URLSearchParams(connectionString.split('?')[1]);
  const file = (name: string): Buffer | null => {
    const found = [...options].find(([key]) => key.toLowerCase() === name.toLowerCase());
    return found === undefined ? null : readFileSync(found[1]);
  };
  if (options.get('tls') === 'false') return credentials.createInsecure();
  return credentials.createSsl(file('tlsCAFile'), file('userKeyFile'), file('userCertFile'));
}
