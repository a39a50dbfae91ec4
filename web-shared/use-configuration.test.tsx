import { renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';
import { useConfiguration } from './configuration.ts';

it('a page drawn again while the settings cannot be read does not ask for them each time', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const { result, rerender } = renderHook(() => useConfiguration());
  for (const times of [1, 2, 3]) {
    await waitFor(() => expect(warn).toHaveBeenCalled());
    rerender(times);
  }
  await Promise.resolve();
  expect(fetched).toHaveBeenCalledOnce();
  expect(result.current).toBe(PORTAL_DEFAULTS);
});
