import { useSyncExternalStore } from 'react';
import { SIZES } from '#web-shared/theme/tokens.ts';

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

/** Whether there is room for the sidebar beside the page; else it is a drawer. */
export const useRoomForSidebar = (): boolean => useMedia(`(min-width: ${SIZES.sidebarFrom}px)`);

/** Below `md` large dialogs fill the screen. */
export const useNarrow = (): boolean => useMedia(`screen and (max-width: ${SIZES.md - 1}px)`);

/** Below `sm` lists are cards; on paper never. */
export const useCards = (): boolean => useMedia(`screen and (max-width: ${SIZES.sm - 1}px)`);
