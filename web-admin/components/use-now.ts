import { useSyncExternalStore } from 'react';

const SECOND = 1000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, SECOND);
  now = Date.now();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, in milliseconds, updated each second; one clock for all components that use it. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
