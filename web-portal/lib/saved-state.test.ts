import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  changeSaved,
  ownSavedValue,
  purgeSaved,
  savedValue,
  saveValue,
  useDraft,
  useSavedValue,
} from './saved-state.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** Does something as another window of this browser, which has its own session storage. */
const inAnotherWindow = (work: () => void): void => {
  const mine = { ...sessionStorage };
  sessionStorage.clear();
  work();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(mine)) sessionStorage.setItem(key, String(value));
};

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
  it('has drafts, the same wherever they are shown; one that finds no room is held while it is written', () => {
    const draft = () => renderHook(() => useDraft('ada', 'remark:A'));
    const [first, second] = [draft(), draft()];
    const texts = () => [first.result.current[0], second.result.current[0]];
    act(() => first.result.current[1]('Please'));
    expect(texts()).toEqual(['Please', 'Please']);
    act(() => second.result.current[1](''));
    expect([texts(), savedValue('ada', 'remark:A')]).toEqual([['', ''], undefined]);
    act(() => {
      localStorage.setItem('vitrine:saved:ada', '{"remark:A":"elsewhere"}');
      window.dispatchEvent(new StorageEvent('storage', { key: 'vitrine:saved:ada', newValue: '{}' }));
    });
    expect(texts()).toEqual(['elsewhere', 'elsewhere']);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(console, 'warn').mockReturnValueOnce();
    act(() => first.result.current[1]('elsewhere too'));
    expect(texts()).toEqual(['elsewhere too', 'elsewhere']);
    full.mockRestore();
  });
  it('that cannot be read is as if never saved', () => {
    localStorage.setItem('vitrine:saved:ada', '{"tabs":');
    expect(savedValue('ada', 'tabs')).toBeUndefined();
  });
});

describe('What a window has for itself (product: Persistence)', () => {
  const WINDOW_NAMES = ['tabs', 'actingFor', 'table:cart/natural'];

  it.each(WINDOW_NAMES)('%s stays its own, and is what a new window begins with', (name) => {
    saveValue('ada', name, 1);
    inAnotherWindow(() => {
      expect(savedValue('ada', name)).toBe(1);
      saveValue('ada', name, 2);
    });
    expect(savedValue('ada', name)).toBe(1);
    inAnotherWindow(() => expect(savedValue('ada', name)).toBe(2));
  });
  it('nothing chosen stays nothing', () => {
    saveValue('ada', 'actingFor', undefined);
    inAnotherWindow(() => saveValue('ada', 'actingFor', 14));
    expect(savedValue('ada', 'actingFor')).toBeUndefined();
  });
  it.each([[12], [undefined]])('%s that it began with is its own from then on', (first) => {
    inAnotherWindow(() => saveValue('ada', 'actingFor', first));
    expect(ownSavedValue('ada', 'actingFor')).toBe(first);
    inAnotherWindow(() => saveValue('ada', 'actingFor', 14));
    expect(savedValue('ada', 'actingFor')).toBe(first);
  });
  it('what belongs to the user is the same in every window', () => {
    saveValue('ada', 'clientView', 'NONE');
    inAnotherWindow(() => saveValue('ada', 'clientView', 'RETAIL'));
    expect(savedValue('ada', 'clientView')).toBe('RETAIL');
  });
  it('is forgotten with a Log Out in another window, also after the next sign-in', () => {
    saveValue('ada', 'tabs', 1);
    vi.useFakeTimers({ now: Date.now() + 1000, toFake: ['Date'] });
    inAnotherWindow(() => {
      purgeSaved('ada');
      saveValue('ada', 'subTabs', 'none');
    });
    vi.useRealTimers();
    expect(savedValue('ada', 'tabs')).toBeUndefined();
  });
  it('is changed with what is saved for all windows', () => {
    saveValue('ada', 'tabs', 1);
    inAnotherWindow(() => saveValue('ada', 'tabs', 2));
    changeSaved('ada', (name, value) => (name === 'tabs' ? Number(value) * 10 : value));
    expect(savedValue('ada', 'tabs')).toBe(10);
    inAnotherWindow(() => expect(savedValue('ada', 'tabs')).toBe(20));
  });
});
