import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { fetchHttps, type HttpsFetching } from './fetch-https.ts';
import { startHttpsServer, type Answer } from './testing/https-server.ts';

let server: Awaited<ReturnType<typeof startHttpsServer>>;
beforeAll(async () => {
  server = await startHttpsServer((_request, response) => void response.end());
});
beforeEach(() => void server.asked.splice(0));
afterAll(() => server.close());

const { signal } = new AbortController();
const fetched = (answer: Answer, address = server.address, more: Partial<HttpsFetching> = {}) => {
  server.willAnswer(answer);
  return fetchHttps(address, { ...server.fetching, ...more }, signal);
};
const sends =
  (text: string): Answer =>
  (_request, response) =>
    void response.end(text);
/** Leads from /stock.csv to there; anything else is the file. */
const redirects =
  (to: string, status = 302): Answer =>
  ({ url }, response) =>
    void (url === '/stock.csv'
      ? response.writeHead(status, { location: to }).end()
      : response.end('redirected'));

describe('Given a vendor’s HTTPS server', () => {
  it('when it sends the file, then it is read whole, under its name, with the password of the address', async () => {
    const address = server.address.replace('https://', 'https://house:p%C3%A4ss@');
    const { fileName, bytes } = await fetched(sends('S,W\n1,2'), `${address}?token=abc`);
    expect([fileName, bytes.toString()]).toEqual(['stock.csv', 'S,W\n1,2']);
    const [request] = server.asked;
    expect(request?.url).toBe('/stock.csv?token=abc');
    expect(request?.headers.host).toBe(`feeds.test:${server.port}`);
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('house:päss').toString('base64')}`);
  });

  test.each([301, 302, 303, 307, 308])(
    'when it redirects within the list by %i, then that is followed',
    async (status) => {
      expect((await fetched(redirects('/moved.csv', status))).bytes.toString()).toBe('redirected');
    },
  );

  test.each([
    ['a private address', () => `https://inside.test:${server.port}/x`, /not on the public internet/],
    [
      'a name with a private address among others',
      () => `https://mixed.test:${server.port}/x`,
      /not on the public/,
    ],
    ['an address of this machine', () => `https://[::1]:${server.port}/x`, /not on the public internet/],
    ['a host that is not on the list', () => 'https://elsewhere.test/x', /elsewhere\.test is not a host/],
    ['the metadata of a cloud', () => 'https://169.254.169.254/latest', /169\.254\.169\.254 is not a host/],
    ['an address without encryption', () => 'http://feeds.test/x', /begin with https/],
    ['itself without end', () => '/stock.csv', /redirects more than 3 times/],
    ['nothing', () => 'https://', /redirects to no address/],
  ])('when it redirects to %s, then nothing is fetched from there', async (_where, to, problem) => {
    await expect(fetched(redirects(to()))).rejects.toThrow(problem);
    expect(server.asked.every(({ url }) => url === '/stock.csv')).toBe(true);
  });

  test.each(['inside.test', 'mixed.test', '[::1]'])(
    'when %s itself is asked for, then it is not',
    async (host) => {
      const address = `https://${host}:${server.port}/stock.csv`;
      await expect(fetched(sends('x'), address)).rejects.toThrow(/not on the public internet/);
      expect(server.asked).toEqual([]);
    },
  );

  it('when its name leads to this machine, then the usual check refuses it', async () => {
    const { mayConnect: _, ...usual } = server.fetching;
    await expect(fetchHttps(server.address, usual, signal)).rejects.toThrow(/not on the public internet/);
  });

  it('when the name changes its mind after the check, then the checked address is asked', async () => {
    let questions = 0;
    const resolve = async (): Promise<string[]> => (++questions === 1 ? ['127.0.0.1'] : ['10.0.0.5']);
    expect((await fetched(sends('x'), undefined, { resolve })).bytes.toString()).toBe('x');
    expect(questions).toBe(1);
  });

  it('when it promises or sends more than a feed has, then that is refused on the way', async () => {
    const announced: Answer = (_request, response) =>
      void response.writeHead(200, { 'content-length': 2048 }).flushHeaders();
    await expect(fetched(announced, undefined, { most: 1024 })).rejects.toThrow(/larger than/);
    let sent = 0;
    const endless: Answer = (_request, response) => {
      const more = (): void => {
        sent += 1024;
        if (!response.destroyed) response.write(Buffer.alloc(1024), () => setImmediate(more));
      };
      more();
    };
    await expect(fetched(endless, undefined, { most: 100 * 1024 })).rejects.toThrow(/larger than/);
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  it('when it is too slow, before or within the file, then it is given up', async () => {
    await expect(fetched(() => undefined, undefined, { withinMs: 300 })).rejects.toThrow(
      /did not send the file within/,
    );
    // Its name is looked up without an answer.
    const lookUp = { resolve: () => new Promise<string[]>(() => undefined), withinMs: 300 };
    await expect(fetched(sends('S,W'), undefined, lookUp)).rejects.toThrow(/did not send the file within/);
    const stops: Answer = (_request, response) => void response.write('S,W\n');
    await expect(fetched(stops, undefined, { withinMs: 300 })).rejects.toThrow(
      /did not send the file within/,
    );
  });

  test.each([
    ['another status', (_r, response) => void response.writeHead(404).end('gone'), /answers with status 404/],
    ['an empty file', (_r, response) => void response.end(), /empty file/],
    [
      'a compressed file',
      (_r, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
      /compressed/,
    ],
    [
      'half of a file',
      (_r, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('S,W', () => response.destroy());
      },
      /could not be reached/,
    ],
  ] satisfies [string, Answer, RegExp][])(
    'when it sends %s, then the reason is given',
    (_what, answer, problem) => expect(fetched(answer)).rejects.toThrow(problem),
  );

  it('when its certificate is of an unknown authority, then it is not asked', async () => {
    const { ca: _, ...usual } = server.fetching;
    await expect(fetchHttps(server.address, usual, signal)).rejects.toThrow(/could not be reached/);
    expect(server.asked).toEqual([]);
  });

  it('when something goes wrong, then no message has the address’s secrets', async () => {
    const address = `${server.address.replace('https://', 'https://u:secret-1@')}?key=secret-2`;
    const failed = await fetched((_r, response) => void response.writeHead(500).end(), address).catch(String);
    expect(failed).toMatch(/status 500/);
    expect(failed).not.toMatch(/secret/);
  });
});
