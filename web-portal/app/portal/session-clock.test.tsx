import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_SECONDS } from '#contracts/api/headers.ts';
import { useSessionClock } from './session-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a session whose hour passed while the device slept is found to have ended when one looks again', async () => {
  const refused = Response.json({ message: 'Please log in.' }, { status: 401 });
  const fetched = vi.fn(() => Promise.resolve(refused));
  vi.stubGlobal('fetch', fetched);
  const react = vi.fn();
  renderHook(() => useSessionClock(react));
  const lookAgain = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await lookAgain();
  expect(fetched).not.toHaveBeenCalled();
  // The clock goes on, and the timers do not.
  vi.setSystemTime(Date.now() + SESSION_SECONDS * 1000);
  await lookAgain();
  await vi.waitFor(() => expect(react).toHaveBeenCalledOnce());
  expect(react.mock.calls[0]).toMatchObject([{ signOut: true }]);
});
