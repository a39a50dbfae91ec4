import type { Clock } from './clock.ts';

const MOST_KEPT = 5000;

/**
 * Keeps answers for `freshMs` milliseconds; questions asked while one is being answered share it. A failure is not
 * kept.
 */
export function recentAnswers<Key, Answer>(
  clock: Clock,
  freshMs: number,
  ask: (key: Key) => Promise<Answer>,
) {
  const kept = new Map<Key, { at: number; answer: Promise<Answer> }>();
  return {
    get(key: Key): Promise<Answer> {
      const now = clock().getTime();
      const known = kept.get(key);
      // After the clock was set back an answer would look too young: then it is asked again.
      if (known && now >= known.at && now - known.at < freshMs) return known.answer;
      if (kept.size >= MOST_KEPT) kept.clear();
      const entry = { at: now, answer: ask(key) };
      kept.set(key, entry);
      entry.answer.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.answer;
    },
    forget: (key: Key) => void kept.delete(key),
    forgetAll: () => kept.clear(),
  };
}
