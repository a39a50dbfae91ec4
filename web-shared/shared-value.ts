import { useSyncExternalStore } from 'react';

/** Who hears of something: `announce` tells them all, `follow` answers how to stop. */
export function createListeners<News extends readonly unknown[] = []>() {
  const listeners = new Set<(...news: News) => void>();
  return {
    announce: (...news: News): void => {
      for (const listener of listeners) listener(...news);
    },
    follow: (listener: (...news: News) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value that is the same everywhere on the page: as it is `now`, how to `show` another, and how a component `use`s it. */
export function createShared<Value>(initial: Value) {
  let value = initial;
  const { announce, follow } = createListeners();
  const now = (): Value => value;
  return {
    now,
    show: (next: Value): void => {
      value = next;
      announce();
    },
    use: (): Value => useSyncExternalStore(follow, now, now),
  };
}

/** Hears what another window of this browser stores under the key; null when it forgets it. Answers how to stop. */
export function onStored(stored: string, listener: (text: string | null) => void): () => void {
  const heard = ({ key, newValue }: StorageEvent): void => {
    if (key === stored) listener(newValue);
  };
  window.addEventListener('storage', heard);
  return () => window.removeEventListener('storage', heard);
}
