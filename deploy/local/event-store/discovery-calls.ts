import { randomUUID } from 'node:crypto';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import serverFeaturesPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';

/** The EventStoreDB release whose behaviour of streams is implemented. */
const VERSION = '23.10.0';

const METHODS: Readonly<Record<string, readonly string[]>> = {
  'event_store.client.streams.streams': ['append', 'batchappend', 'read', 'delete', 'tombstone'],
  'event_store.client.gossip.gossip': ['read'],
  'event_store.client.server_features.serverfeatures': ['getsupportedmethods'],
};

/** What this server can do; clients ask it first. */
export function supportedMethods(): serverFeaturesPb.SupportedMethods {
  const answer = new serverFeaturesPb.SupportedMethods();
  answer.setEventStoreServerVersion(VERSION);
  for (const [service, methods] of Object.entries(METHODS)) {
    for (const method of methods) {
      const supported = new serverFeaturesPb.SupportedMethod();
      supported.setServiceName(service);
      supported.setMethodName(method);
      answer.addMethods(supported);
    }
  }
  return answer;
}

const instanceId = randomUUID();

/** A cluster of one, at the address by which the client reached it. */
export function clusterInfo(authority: string, now: number): gossipPb.ClusterInfo {
  const { hostname, port } = new URL(`http://${authority}`);
  const endpoint = new gossipPb.EndPoint();
  endpoint.setAddress(hostname.replace(/^\[|\]$/g, ''));
  endpoint.setPort(Number(port));
  const id = new sharedPb.UUID();
  id.setString(instanceId);
  const member = new gossipPb.MemberInfo();
  member.setInstanceId(id);
  member.setTimeStamp(String(BigInt(now) * 10_000n));
  member.setState(gossipPb.MemberInfo.VNodeState.LEADER);
  member.setIsAlive(true);
  member.setHttpEndPoint(endpoint);
  const answer = new gossipPb.ClusterInfo();
  answer.addMembers(member);
  return answer;
}
