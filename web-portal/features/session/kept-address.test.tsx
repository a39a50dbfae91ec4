import { afterEach, expect, it, vi } from 'vitest';
import { forgetAddress, keepAddress, keptAddress } from './kept-address.ts';

afterEach(() => {
  vi.restoreAllMocks();
  forgetAddress();
});

it('keeps what a link asks for, and nothing else of the address (product: Shell links)', () => {
  keepAddress('?page=available%2Fnatural&code=secret');
  expect(keptAddress()).toBe('?page=available%2Fnatural');
  forgetAddress();
  expect(keptAddress()).toBeNull();
});

it('keeps nothing where the browser blocks storage', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  keepAddress('?page=available%2Fnatural');
  expect(keptAddress()).toBeNull();
  expect(() => forgetAddress()).not.toThrow();
});
