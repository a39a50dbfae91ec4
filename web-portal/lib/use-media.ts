import { useSyncExternalStore } from 'react';
import { SIZES } from '../theme/tokens.ts';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Below `md` lists are cards and the sidebar is a drawer. */
export const useNarrow = (): boolean => useMedia(`(max-width: ${SIZES.md - 1}px)`);
