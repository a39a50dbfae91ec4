import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { connectTradingSystem } from './peer.ts';

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

test.each(['', '/', '/api', '/api/v2/'])('the calls go to the path of the address ("%s")', async (path) => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, reply) => {
    asked.push(url);
    reply.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  const peer = connectTradingSystem({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
  });
  await expect(peer.documentsAfter('VITRINE', null)).rejects.toThrow('rubbish');
  await expect(peer.withdraw('VITRINE', 'one', 'two')).rejects.toThrow('rubbish');
  const root = path.replace(/\/$/, '');
  expect(asked).toEqual([`${root}/VITRINE/documents`, `${root}/VITRINE/instructions/one/two`]);
});
