import { expect, test } from 'vitest';
import { readConnectionString } from './connection-string.ts';

test('one node is spoken to itself, with its user and options', () => {
  const address = readConnectionString(
    'kurrentdb://vitrine:p%40ss@log.example.com/?tls=true&tlsCAFile=/etc/ca.crt',
  );
  expect(address).toMatchObject({ nodes: ['log.example.com:2113'], cluster: false });
  expect(address?.at('log.example.com:2113')).toBe(
    'esdb://vitrine:p%40ss@log.example.com:2113?tls=true&tlsCAFile=/etc/ca.crt',
  );
});

test.each(['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'])(
  'the nodes named by %s:// are asked for the leader',
  (scheme) => {
    const address = readConnectionString(`${scheme}://node1:2114, node2,node3:2113?tls=false`);
    expect(address).toMatchObject({ nodes: ['node1:2114', 'node2:2113', 'node3:2113'], cluster: true });
    expect(address?.at('10.0.0.7:2113')).toBe('esdb://10.0.0.7:2113?tls=false');
  },
);

test('a name of which nothing but discovery is asked is a cluster too', () => {
  expect(readConnectionString('esdb+discover://cluster.example.com')?.cluster).toBe(true);
});
