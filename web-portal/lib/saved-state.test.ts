import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { purgeSaved, savedValue, saveValue, useSavedValue } from './saved-state.ts';

beforeEach(() => localStorage.clear());

describe('Saved state (product: Persistence; rule: Signing out)', () => {
  it('is kept by name and user', () => {
    saveValue('ada', 'tabs', { front: 'A' });
    saveValue('ada', 'table:cart/natural', { filters: {} });
    expect([savedValue('ada', 'tabs'), savedValue('ada', 'table:cart/natural')]).toEqual([
      { front: 'A' },
      { filters: {} },
    ]);
  });
  it('is given back only to its own user', () => {
    saveValue('ada', 'tabs', 1);
    expect(savedValue('ben', 'tabs')).toBeUndefined();
  });
  it('is purged whole by Log Out, for that user', () => {
    saveValue('ada', 'tabs', 1);
    saveValue('ben', 'tabs', 2);
    purgeSaved('ada');
    expect([savedValue('ada', 'tabs'), savedValue('ben', 'tabs')]).toEqual([undefined, 2]);
  });
  it('stays as it was where the browser has no room left, and the work goes on', () => {
    saveValue('ada', 'tabs', 1);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    saveValue('ada', 'tabs', 2);
    full.mockRestore();
    expect([savedValue('ada', 'tabs'), warned.mock.calls.length]).toEqual([1, 1]);
    warned.mockRestore();
  });
  it('is followed by what shows it, wherever it is saved', () => {
    const { result } = renderHook(() => useSavedValue('ada', 'pin'));
    expect(result.current).toBeUndefined();
    act(() => saveValue('ada', 'pin', true));
    expect(result.current).toBe(true);
    localStorage.setItem('vitrine:saved:ada', '{"pin":false}');
    act(
      () =>
        void window.dispatchEvent(
          new StorageEvent('storage', { key: 'vitrine:saved:ada', newValue: '{"pin":false}' }),
        ),
    );
    expect(result.current).toBe(false);
    act(() => saveValue('ada', 'pin', undefined));
    expect(result.current).toBeUndefined();
  });
  it('that cannot be read is as if never saved', () => {
    localStorage.setItem('vitrine:saved:ada', '{"tabs":');
    expect(savedValue('ada', 'tabs')).toBeUndefined();
  });
});
