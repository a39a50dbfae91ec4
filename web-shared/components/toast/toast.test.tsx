import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ToastHost } from './toast-host.tsx';
import { clearToasts, SUCCESS_MS, toastFailure, toastSuccess } from './toast.ts';

it('shows what was to be shown before its host had come, in order', async () => {
  toastFailure('of the last session');
  clearToasts();
  toastFailure('Stone not found.');
  toastSuccess('Sent.');
  render(<ToastHost />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Stone not found.');
  expect(screen.getByRole('status')).toHaveTextContent('Sent.');
});

it('failures stay beside others until they are closed', async () => {
  render(<ToastHost />);
  act(() => toastFailure('the first'));
  for (let number = 2; number <= 7; number += 1) act(() => toastFailure(`number ${number}`));
  act(() => toastSuccess('Sent.'));
  expect(await screen.findAllByRole('alert')).toHaveLength(7);
  expect(screen.getByText('the first')).toBeInTheDocument();
  act(clearToasts);
});

it('keeps its Undo while its memo is looked at, and goes with Undo', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // One step of its leaving begins the next.
  const longAfter = (): void => {
    for (let ms = 0; ms < SUCCESS_MS / 4; ms += 100) act(() => void vi.advanceTimersByTime(100));
  };
  const button = (name: string) => screen.getByRole('button', { name });
  const [undo, memo] = [vi.fn(), vi.fn()];
  render(<ToastHost />);
  act(() => toastSuccess('2 stones were returned.', undo, memo));
  fireEvent.click(button('Memo'));
  longAfter();
  expect(memo).toHaveBeenCalledTimes(1);
  fireEvent.click(button('Undo'));
  longAfter();
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('2 stones were returned.')).not.toBeInTheDocument();
});

it('says how high the messages are, for what is the whole screen of a phone to begin beneath them', () => {
  const measured = new Set<() => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly measure: () => void;
      constructor(measure: () => void) {
        this.measure = measure;
      }
      observe = (): void => void measured.add(this.measure);
      disconnect = (): void => void measured.delete(this.measure);
    },
  );
  let height = 64;
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const room = (): string => document.documentElement.style.getPropertyValue('--toasts');
  const { unmount } = render(<ToastHost />);
  expect(room()).toBe('');
  act(() => toastFailure('Please try again in a moment.'));
  expect(room()).toBe('64px');
  height = 140;
  for (const measure of measured) measure();
  expect(room()).toBe('140px');
  unmount();
  expect([room(), measured.size]).toEqual(['', 0]);
});
