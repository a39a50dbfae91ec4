import { useEffect, useState } from 'react';
import type { CorrectionPreview } from '#contracts/api/stones.ts';
import { previewCorrection, type CorrectionAsked } from './correct-history.ts';

export type Preview = { effect: CorrectionPreview | undefined; pending: boolean; error: unknown };

/** A moment after the last key. */
const SETTLED_MS = 250;

/** What a correction would change, asked anew when it changes; nothing while it is not `complete`. */
export function usePreview(
  { line, parcelName, action, newDate }: CorrectionAsked,
  complete: boolean,
): Preview {
  const key = JSON.stringify([line, parcelName, action, newDate, complete]);
  const [answer, setAnswer] = useState<{ key: string } & Omit<Preview, 'pending'>>();
  useEffect(() => {
    if (!complete) return;
    let wanted = true;
    const settle = (effect: CorrectionPreview | undefined, error: unknown): void => {
      if (wanted) setAnswer({ key, effect, error });
    };
    const timer = setTimeout(
      () => {
        previewCorrection({ line, parcelName, action, newDate }).then(
          (effect) => settle(effect, undefined),
          (error: unknown) => settle(undefined, error),
        );
      },
      newDate === undefined ? 0 : SETTLED_MS,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [key, complete, line, parcelName, action, newDate]);
  const current = answer?.key === key ? answer : undefined;
  return { effect: current?.effect, error: current?.error, pending: complete && !current };
}
