// People that request stones without pause, in a process of their own so that what they cost is not the application's.
import { Agent, request } from 'node:http';
import { inParallel } from '#services/platform/in-parallel.ts';
import type { AtOnce, AtOnceFigures } from './at-once.bench.ts';
import { shareOf } from './measure.ts';

process.once('message', (asked: AtOnce) => {
  void requestAll(asked).then(
    (figures) => process.send?.(figures, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function requestAll({ address, tokens, names, atOnce }: AtOnce): Promise<AtOnceFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const taken: number[] = [];
  const startedAt = performance.now();
  await inParallel(
    names.map((name, index) => ({ name, token: tokens[index % tokens.length]! })),
    atOnce,
    async ({ name, token }) => {
      const begunAt = performance.now();
      await ask(agent, new URL('/inventory/request_stones', address), token, { parcelNames: [name] });
      taken.push(performance.now() - begunAt);
    },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { perSecond: names.length / seconds, median: shareOf(taken, 0.5), most: shareOf(taken, 0.99) };
}

function ask(agent: Agent, url: URL, token: string, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode } = answer;
          if (statusCode === 200 && text.includes('"declined":[]')) resolve();
          else if (text.includes('READ_MODEL_BEHIND')) resolve(ask(agent, url, token, body));
          else reject(new Error(`${url.pathname}: ${statusCode} ${text}`));
        });
      },
    );
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}
