import { useMemo, useSyncExternalStore } from 'react';
import { SIZES } from '#web-shared/theme/tokens.ts';

/** Whether a media query holds now. One list is asked for as long as the component lives: to make one takes long. */
export function useMedia(query: string): boolean {
  const { follow, holds } = useMemo(() => mediaOf(query), [query]);
  return useSyncExternalStore(follow, holds);
}

function mediaOf(query: string) {
  const list = matchMedia(query);
  return {
    follow: (listener: () => void) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    holds: () => list.matches,
  };
}

/** Whether there is room for the sidebar beside the page; else it is a drawer. */
export const useRoomForSidebar = (): boolean => useMedia(`(min-width: ${SIZES.sidebarFrom}px)`);

/** Below `md` large dialogs fill the screen. */
export const useNarrow = (): boolean => useMedia(`screen and (max-width: ${SIZES.md - 1}px)`);

/** Below `sm` lists are cards; on paper never. */
export const useCards = (): boolean => useMedia(`screen and (max-width: ${SIZES.sm - 1}px)`);
