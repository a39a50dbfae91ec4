import { useEffect } from 'react';

/**
 * F6 goes to the newest message with something to press, also from a dialog, and from a message back to where it was
 * pressed (product: Messages). `place` is where the messages stand.
 */
export function useMessageKey(place: HTMLElement | undefined): void {
  useEffect(() => {
    if (!place) return;
    let from: Element | null = null;
    const hear = (event: KeyboardEvent): void => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
      const focused = document.activeElement;
      const within = place.contains(focused);
      const to = within ? from : (messageButtons(place).at(-1) ?? null);
      if (!(to instanceof HTMLElement) || !to.isConnected) return;
      event.preventDefault();
      if (!within) from = focused;
      if (to === document.body && focused instanceof HTMLElement) focused.blur();
      else to.focus();
    };
    // A dialog that is open takes the focus back from what is outside it: it does not hear of the messages.
    const quiet = (event: FocusEvent): void => event.stopPropagation();
    document.addEventListener('keydown', hear, true);
    place.addEventListener('focusin', quiet);
    return () => {
      document.removeEventListener('keydown', hear, true);
      place.removeEventListener('focusin', quiet);
    };
  }, [place]);
}

/** The first button of each message that has one, the newest last. */
const messageButtons = (place: HTMLElement): HTMLButtonElement[] =>
  [...place.querySelectorAll('[role="status"], [role="alert"]')].flatMap(
    (message) => message.querySelector('button') ?? [],
  );
