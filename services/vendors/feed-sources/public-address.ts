import { BlockList, isIP } from 'node:net';

/** Addresses of IPv4 that lead nowhere on the public internet (RFC 6890 and its registry). */
const NOT_PUBLIC_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
/** Of IPv6 only global unicast is public, and of that not what leads on to another address, nor documentation. */
const PUBLIC_6 = ['2000::', 3] as const;
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const closed = new BlockList();
for (const [network, bits] of NOT_PUBLIC_4) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of NOT_PUBLIC_6) closed.addSubnet(network, bits, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...PUBLIC_6, 'ipv6');

/**
 * True for an address on the public internet: not private, loopback, link-local, of a carrier's translation, multicast,
 * reserved, nor an IPv4 address written as one of IPv6 (rule: Feeds by themselves). False for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
