import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followActs, isAttended } from './attended.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  followActs();
  window.dispatchEvent(new Event('pointerdown'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.replaceChildren();
});

function enterFrame(): HTMLIFrameElement {
  const frame = document.body.appendChild(document.createElement('iframe'));
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(frame);
  return frame;
}
const windowIsInFront = (inFront: boolean) => vi.spyOn(document, 'hasFocus').mockReturnValue(inFront);

it.each(['pointermove', 'touchstart', 'click', 'wheel', 'keydown', 'input', 'focus'])(
  'a window is in use for two minutes after a %s (rule: Sessions)',
  (act) => {
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(isAttended()).toBe(false);
    document.body.dispatchEvent(new Event(act));
    vi.advanceTimersByTime(2 * MINUTE_MS - 1);
    expect(isAttended()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isAttended()).toBe(false);
  },
);
it('a window whose frame is read is in use for half an hour', () => {
  enterFrame();
  windowIsInFront(true);
  vi.advanceTimersByTime(30 * MINUTE_MS - 1);
  expect(isAttended()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isAttended()).toBe(false);
});
it('but not while another window is in front', () => {
  enterFrame();
  windowIsInFront(false);
  vi.advanceTimersByTime(3 * MINUTE_MS);
  expect(isAttended()).toBe(false);
});
it('nor while nothing but the page itself is in front', () => {
  windowIsInFront(true);
  vi.advanceTimersByTime(3 * MINUTE_MS);
  expect(isAttended()).toBe(false);
});
