import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Dialog } from '../overlay/dialog.tsx';
import { ToastHost } from './toast-host.tsx';
import { clearToasts, SUCCESS_MS, toastFailure, toastSuccess } from './toast.ts';

const button = (name: string) => screen.getByRole('button', { name });

/** Lets so many milliseconds pass. */
function madeClock(): (ms: number) => void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // One step of a message's leaving begins the next.
  return (ms) => {
    for (let passed = 0; passed < ms; passed += 100) act(() => void vi.advanceTimersByTime(100));
  };
}

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
  const after = madeClock();
  const longAfter = (): void => after(SUCCESS_MS / 4);
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

it.each([
  ['Undo of a success', 'Undo', (run: () => void) => toastSuccess('2 stones were returned.', run)],
  ['Memo of a failure', 'Memo', (run: () => void) => toastFailure('Not returned.', 'error', undefined, run)],
])('%s pressed twice at once is done once', (_, name, show) => {
  const run = vi.fn();
  render(<ToastHost />);
  act(() => show(run));
  const pressed = button(name);
  fireEvent.click(pressed);
  fireEvent.click(pressed);
  expect(run).toHaveBeenCalledTimes(1);
});

it.each([
  ['the focus is in it', () => act(() => button('Undo').focus()), () => act(() => button('Undo').blur())],
  [
    'the mouse is on it',
    () => fireEvent.mouseEnter(button('Undo')),
    () => fireEvent.mouseLeave(button('Undo')),
  ],
  ['another window is in front', () => fireEvent.blur(window), () => fireEvent.focus(window)],
])('stays while %s, and goes after its time', (_, come, go) => {
  // Given a message with its Undo
  const after = madeClock();
  render(<ToastHost />);
  act(() => toastSuccess('Added to Cart', vi.fn()));
  // When something keeps it for long
  come();
  after(SUCCESS_MS * 3);
  expect(button('Undo')).toBeInTheDocument();
  // Then it goes once that has left it
  go();
  after(SUCCESS_MS - 200);
  expect(button('Undo')).toBeInTheDocument();
  after(1000);
  expect(screen.queryByText('Added to Cart')).not.toBeInTheDocument();
});

it('F6 goes from a dialog to the newest message, which keeps the focus, and back', async () => {
  // Given a message that stays, then one with an Undo, then one with nothing to press
  render(
    <>
      <ToastHost />
      <Dialog open>
        <button type="button">Add to cart</button>
      </Dialog>
    </>,
  );
  act(() => button('Add to cart').focus());
  act(() => toastFailure('Stone not found.'));
  act(() => toastSuccess('Added to Cart', vi.fn()));
  act(() => toastSuccess('Sent.'));
  await screen.findByText('Sent.');
  // When F6 is pressed, then the newest with a button has the focus, and the other is a Tab away
  const user = userEvent.setup();
  await user.keyboard('{F6}');
  expect(button('Undo')).toHaveFocus();
  await user.tab({ shift: true });
  expect(button('Close message')).toHaveFocus();
  // When it is pressed again, then the dialog has it
  await user.keyboard('{F6}');
  expect(button('Add to cart')).toHaveFocus();
  act(clearToasts);
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
