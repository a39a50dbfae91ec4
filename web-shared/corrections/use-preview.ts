import { useEffect, useEffectEvent, useState } from 'react';
import type { CorrectionPreview } from '#contracts/api/stones.ts';
import type { Correction, CorrectionCalls } from './correction.ts';

export type Preview = {
  effect: CorrectionPreview | undefined;
  pending: boolean;
  error: unknown;
  /** Asks once more for what could not be worked out. */
  again: () => void;
};

/** Milliseconds after the last key before the effect of what is typed is asked for. */
const SETTLED_MS = 250;

/** What a correction would change, asked again when it changes; nothing is asked while it is null. */
export function usePreview(correction: Correction | null, preview: CorrectionCalls['preview']): Preview {
  const key = correction && JSON.stringify(correction);
  const typed = correction && ('customerPrice' in correction || correction.newDate !== undefined);
  const delay = typed ? SETTLED_MS : 0;
  const [answer, setAnswer] = useState<{ key: string } & Pick<Preview, 'effect' | 'error'>>();
  const [attempt, setAttempt] = useState(1);
  const ask = useEffectEvent(() => correction && preview(correction));
  useEffect(() => {
    if (key === null) return;
    let wanted = true;
    const settle = (effect: CorrectionPreview | undefined, error: unknown): void => {
      if (wanted) setAnswer({ key, effect, error });
    };
    const timer = setTimeout(() => {
      ask()?.then(
        (effect) => settle(effect, undefined),
        (error: unknown) => settle(undefined, error),
      );
    }, delay);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [key, delay, attempt]);
  const current = answer?.key === key ? answer : undefined;
  const again = (): void => {
    setAnswer(undefined);
    setAttempt(attempt + 1);
  };
  return { effect: current?.effect, error: current?.error, pending: key !== null && !current, again };
}
