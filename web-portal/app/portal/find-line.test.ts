import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { lineQuery } from './find-line.ts';

afterEach(() => vi.unstubAllGlobals());

/** The details of every line are refused like this. */
function refuseWith(message: string, code: string): QueryClient {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message, code }, { status: 402 })));
  return new QueryClient();
}

it('a parcel that no line has is of none', async () => {
  const client = refuseWith('Stone could not be loaded', 'UNKNOWN_PARCEL');
  expect(await client.fetchQuery(lineQuery(client, 'P-1'))).toBeNull();
});

it('while a store is away the line of a parcel is not known', async () => {
  const client = refuseWith('Please try again in a moment.', 'UNAVAILABLE');
  await expect(client.fetchQuery(lineQuery(client, 'P-1'))).rejects.toThrow('Please try again in a moment.');
});

it('given a parcel that no line had, when the server fails while it is looked for again, then no one is signed out (rule: Failures that never sign out)', async () => {
  const react = vi.fn();
  const client = createQueryClient(react);
  vi.stubGlobal('navigator', { onLine: true });
  const answerWith = (status: number, message: string) =>
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message }, { status })));
  answerWith(402, 'Stone could not be loaded');
  expect(await client.fetchQuery(lineQuery(client, 'P-1'))).toBeNull();
  answerWith(500, 'An error occurred.');
  const again = client.fetchQuery({ ...lineQuery(client, 'P-1'), staleTime: 0 });
  await expect(again).rejects.toThrow('An error occurred.');
  expect(react).not.toHaveBeenCalled();
});
