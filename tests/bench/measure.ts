import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long the work takes, in milliseconds, and what it gives. */
export async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const startedAt = performance.now();
  const result = await work();
  return { ms: performance.now() - startedAt, result };
}

/** The middle of so many runs, in milliseconds. */
export async function median(samples: number, work: (sample: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let sample = 0; sample < samples; sample++) taken.push((await timed(() => work(sample))).ms);
  return middle(taken);
}

export function middle(samples: readonly number[]): number {
  return shareOf(samples, 0.5);
}

/** What so large a share of the samples is below, such as 0.99. */
export function shareOf(samples: readonly number[], share: number): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length * share)] ?? 0;
}

/** Waits until the condition holds, looking ten times a second. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** The bytes and nothing else: what a list is compared with. */
export async function staticServer(
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ address: string; close: () => void }> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
}
