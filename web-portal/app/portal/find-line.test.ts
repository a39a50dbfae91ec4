import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
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
