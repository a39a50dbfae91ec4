import { useEffect } from 'react';

/** Alt P, also where one writes and over a dialog: what a client must not see is gone at once (product: Client view). */
export function useClientViewKey(toggle: (() => void) | null): void {
  useEffect(() => {
    if (toggle === null) return;
    const onKey = (event: KeyboardEvent): void => {
      // By its place: with Alt some keyboards write another sign.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyP') return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toggle]);
}
