import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setAway } from '../../../lib/connection.ts';
import type { DesiredProperties } from '../../../lists/list-row.ts';
import { useDesirePrices } from './get-desire-price.ts';

const desired: DesiredProperties = {
  weight: { minimum: 1 },
  shape: [],
  colour: [],
  clarity: [],
  fluorescence: [],
  cut: [],
  polish: [],
  symmetry: [],
};
const ALL = [desired];
const priced = (minimum: number) => Response.json({ minimum, maximum: 9000 });
const refused = () => Response.json({ message: 'No available stone matches.' }, { status: 402 });

let answer: () => Response;
const asked = vi.fn(() => Promise.resolve(answer()));
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', asked);
  asked.mockClear();
});
afterEach(() => {
  setAway(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function show() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useDesirePrices(ALL)[0], { wrapper });
  await wait(10);
  return result;
}

describe('The price of a request for similar stones (product: Desire)', () => {
  it('follows the stones that come and go while it is shown', async () => {
    answer = () => priced(1000);
    const shown = await show();
    expect(shown.current).toMatch(/^\$1,000/);
    answer = () => priced(2000);
    await wait(120_000);
    expect(shown.current).toMatch(/^\$2,000/);
    answer = refused;
    await wait(120_000);
    expect(shown.current).toBe('Unknown');
  });
  it('stays where the server does not answer, and is not asked for without a connection', async () => {
    answer = () => priced(1000);
    const shown = await show();
    answer = () => new Response('', { status: 503 });
    await wait(120_000);
    expect(shown.current).toMatch(/^\$1,000/);
    setAway({ asOf: '2026-11-18T15:04:00Z', until: null });
    await wait(120_000);
    const before = asked.mock.calls.length;
    await wait(600_000);
    expect(asked.mock.calls.length).toBe(before);
  });
});
