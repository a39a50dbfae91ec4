// People that use the portal without pause, in a process of their own so that what they cost is not the application's.
import { Agent, request } from 'node:http';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { random } from '#services/platform/random.ts';
import type { Crowd, CrowdFigures } from './crowd.ts';
import { nameOf } from './made-stones.ts';
import { shareOf } from './measure.ts';

const LISTS = ['available', 'customer', 'cart', 'past'] as const;

type Answer = { status: number; etag: string | undefined };
type Person = (path: string, body?: object, headers?: Record<string, string>) => Promise<Answer>;

process.once('message', (crowd: Crowd) => {
  void load(crowd).then(
    (figures) => process.send?.(figures, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function load({ addresses, tokens, stones, seconds, healthOnly }: Crowd): Promise<CrowdFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length });
  const lists: number[] = [];
  let calls = 0;
  let conditional = 0;
  let unchanged = 0;
  const startedAt = performance.now();
  const personOf =
    (token: string, index: number): Person =>
    async (path, body, headers = {}) => {
      const answer = await send(agent, new URL(path, addresses[index % addresses.length]), body, {
        authorization: `Bearer ${token}`,
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
      });
      calls += 1;
      return answer;
    };

  const live = async (token: string, index: number): Promise<void> => {
    const ask = personOf(token, index);
    const chance = random(index + 1);
    const tags = new Map<string, string>();
    const anyOf = (line: Line): string => nameOf(chance.int(0, stones - 1), line);
    // Each has stones of its own to request and to put in its cart, so that none is refused.
    const own = Math.floor(stones / tokens.length);
    let turn = 0;
    const bothWays = async (there: string, back: string): Promise<void> => {
      const body = { parcelNames: [nameOf(index * own + (turn++ % own), 'natural')] };
      await ask(`/inventory/${there}`, body);
      await ask(`/inventory/${back}`, body);
    };
    const list = async (withTag: boolean): Promise<void> => {
      const path = `${LINE_FACTS[chance.pick(LINES)].prefix}/${chance.pick(LISTS)}`;
      const tag = withTag ? tags.get(path) : undefined;
      const begunAt = performance.now();
      const { status, etag } = await ask(path, undefined, tag === undefined ? {} : { 'if-none-match': tag });
      lists.push(performance.now() - begunAt);
      if (tag !== undefined) conditional += 1;
      if (status === 304) unchanged += 1;
      if (etag !== undefined) tags.set(path, etag);
    };
    const details = async (): Promise<void> => {
      const line = chance.pick(LINES);
      await ask(`${LINE_FACTS[line].prefix}/details`, { parcelName: anyOf(line) });
    };
    const similar = () => ask('/inventory/similar', { parcelName: anyOf('natural'), limit: 50 });
    // In hundredths of all calls; the last two are two calls each.
    const doings: readonly [() => Promise<unknown>, number][] = [
      [() => list(false), 45],
      [() => list(true), 15],
      [details, 22],
      [similar, 4],
      [() => bothWays('cart_stones', 'uncart_stones'), 3.5],
      [() => bothWays('request_stones', 'return'), 3.5],
    ];
    while (performance.now() - startedAt < seconds * 1000)
      await (healthOnly ? ask('/healthz') : chance.weighted(doings)());
  };
  await Promise.all(tokens.map(live));
  const took = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return {
    calls,
    perSecond: calls / took,
    listMedian: shareOf(lists, 0.5),
    list99: shareOf(lists, 0.99),
    unchanged: unchanged / conditional,
  };
}

/** A call whose body is thrown away, packed as it comes. */
function send(agent: Agent, url: URL, body: object | undefined, headers: object): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      },
      (answer) => {
        const { statusCode: status = 0, headers: sent } = answer;
        const failed = status !== 200 && status !== 304;
        let text = '';
        answer.on('data', (part: Buffer) => {
          if (failed) text += part.toString();
        });
        answer.on('error', reject);
        answer.on('end', () => {
          if (failed) reject(new Error(`${url.pathname}: ${status} ${text}`));
          else resolve({ status, etag: sent.etag });
        });
      },
    );
    asked.on('error', reject);
    asked.end(text);
  });
}
