import { closeSnackbar, type SnackbarKey } from 'notistack';
import { useEffect, useState } from 'react';
import { SUCCESS_MS } from './toast.ts';

/** What keeps a message: the mouse on it, the focus in it, another window in front. */
type Keeper = 'mouse' | 'focus' | 'window';

/**
 * Closes a message that does not stay after `SUCCESS_MS`, counted anew once nothing keeps it (product: Success toasts).
 * Returns what its element listens with.
 */
export function useLeaving(id: SnackbarKey, stays: boolean) {
  const [keepers, setKeepers] = useState<ReadonlySet<Keeper>>(
    () => new Set(document.hasFocus() ? [] : ['window']),
  );
  const [on] = useState(() => ({
    keep: (by: Keeper) => (): void => setKeepers((before) => new Set([...before, by])),
    letGo: (by: Keeper) => (): void =>
      setKeepers((before) => new Set([...before].filter((each) => each !== by))),
  }));
  const kept = keepers.size > 0;
  useEffect(() => {
    if (stays || kept) return;
    const timer = setTimeout(() => closeSnackbar(id), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [id, stays, kept]);
  useEffect(() => {
    const [behind, inFront] = [on.keep('window'), on.letGo('window')];
    window.addEventListener('blur', behind);
    window.addEventListener('focus', inFront);
    return () => {
      window.removeEventListener('blur', behind);
      window.removeEventListener('focus', inFront);
    };
  }, [on]);
  return {
    onMouseEnter: on.keep('mouse'),
    onMouseLeave: on.letGo('mouse'),
    onFocus: on.keep('focus'),
    onBlur: on.letGo('focus'),
  };
}
