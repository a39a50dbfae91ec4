import { useEffect } from 'react';

/** Alt P, also in fields and over dialogs: what a client must not see disappears at once (product: Client view). */
export function useClientViewKey(toggle: (() => void) | null): void {
  useEffect(() => {
    if (toggle === null) return;
    const onKey = (event: KeyboardEvent): void => {
      // By its position: with Alt, some keyboards type another character.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyP') return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toggle]);
}
