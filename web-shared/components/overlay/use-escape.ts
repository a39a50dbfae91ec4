import { useEffect, useEffectEvent } from 'react';

/** Overlays that are open, the one in front last. */
const open: object[] = [];

/**
 * Esc closes the overlay in front also while nothing in it has the focus, as when the button that had it is gone or
 * disabled: the key then reaches the page alone.
 */
export function useEscape(isOpen: boolean, onClose: (() => void) | undefined): void {
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (!isOpen) return;
    const own = {};
    open.push(own);
    const hear = ({ key, target }: KeyboardEvent): void => {
      if (key === 'Escape' && target === document.body && open.at(-1) === own) close();
    };
    document.addEventListener('keydown', hear);
    return () => {
      document.removeEventListener('keydown', hear);
      open.splice(open.indexOf(own), 1);
    };
  }, [isOpen]);
}
