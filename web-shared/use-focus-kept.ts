import { useEffect, type RefObject } from 'react';

/**
 * What one pressed may go away, or be disabled, and so may what opened a dialog. The page has the focus then, so that
 * keys and screen readers go on from there (product: Stone table).
 */
export function useFocusKept(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null;
    const note = ({ target }: FocusEvent): void => void (last = target instanceof Element ? target : null);
    const observer = new MutationObserver(() => {
      const page = main.current;
      // A dialog that is open hides the page, and keeps the focus itself.
      if (!page || !last || page.closest('[aria-hidden="true"]')) return;
      if (last.isConnected && !last.matches(':disabled')) return;
      const focused = document.activeElement;
      if (focused !== document.body && focused !== last) return;
      last = null;
      page.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['aria-hidden', 'disabled'],
    });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [main]);
}
