import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SESSION_SECONDS } from '#contracts/api/headers.ts';
import { call } from '../../lib/api-client.ts';
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

it('a window that is left alone reaches its hour although it goes on looking for changes', async () => {
  const fetched = vi.fn((_path: string, _init: RequestInit) =>
    Promise.resolve(Response.json({ username: 'ann', administrator: false, showPrices: 'NONE' })),
  );
  vi.stubGlobal('fetch', fetched);
  renderHook(() => useSessionClock(vi.fn()));
  const pathsAsked = () => fetched.mock.calls.map(([path]) => path);
  const markOfLast = () => new Headers(fetched.mock.lastCall?.[1].headers).get('unattended');
  const look = async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    await call({ method: 'GET', path: '/searches', read: () => undefined });
  };
  window.dispatchEvent(new Event('pointerdown'));
  await look();
  expect(markOfLast()).toBeNull();
  for (let minutes = 1; minutes < 60; minutes += 1) await look();
  expect(markOfLast()).toBe('true');
  expect(pathsAsked()).not.toContain('/login/check');
  await look();
  expect(pathsAsked()).toContain('/login/check');
  // Another window of this browser is in use: the session goes on.
  window.dispatchEvent(new Event('keydown'));
  await look();
  expect(markOfLast()).toBeNull();
});
