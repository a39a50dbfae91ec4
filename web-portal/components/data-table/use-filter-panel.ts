import { useState } from 'react';
import { savedValue, saveValue, useSavedValue } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import { useMedia, useNarrow } from '../../lib/use-media.ts';

const SAVED = 'filterPanel';

/** Above the list, beside it, or over the page where neither fits. */
export type PanelPlace = 'above' | 'beside' | 'sheet';

/** Where all columns of a table still stand beside the panel; beside the panel and a stone (product: Filters by hand). */
const ROOM = '(width >= 1760px)';
const ROOM_WITH_STONE = '(width >= 2200px)';

export type FilterPanelState = {
  /** Ids of the columns whose filters are in it, where the list has them. */
  columns: readonly string[];
  open: boolean;
  /** Stays open, in every list and after a reload; always false where it is a sheet. */
  pinned: boolean;
  place: PanelPlace;
  setOpen: (open: boolean) => void;
  setPinned: (pinned: boolean) => void;
  /** Hears how high it is, pinned; 0 where the list has none. */
  noteHeight: (height: number) => void;
};

type PanelOptions = {
  /** Its heights are remembered by this name. */
  list: string;
  /** Whether a stone stands beside the list. */
  stone: boolean;
};

/** Whether the panel is pinned, and where it is then. */
function usePinned({ stone }: PanelOptions): { pinned: boolean; place: PanelPlace } {
  const { user } = useSession();
  const asSheet = useNarrow();
  const room = useMedia(stone ? ROOM_WITH_STONE : ROOM);
  const pinned = useSavedValue(user.username, SAVED) === true && !asSheet;
  return { pinned, place: asSheet ? 'sheet' : pinned && room ? 'beside' : 'above' };
}

/** Whether the filters stand side by side, and whether they are pinned, which is remembered per user (product: Filters by hand). */
export function useFilterPanel(columns: readonly string[], options: PanelOptions): FilterPanelState {
  const { username } = useSession().user;
  const [unfolded, setUnfolded] = useState(false);
  const { pinned, place } = usePinned(options);
  const pin = (on: boolean): void => saveValue(username, SAVED, on || undefined);
  const height = heightName(options.list, place);
  return {
    columns,
    open: unfolded || pinned,
    pinned,
    place,
    setOpen: (open) => {
      setUnfolded(open);
      if (!open && pinned) pin(false);
    },
    setPinned: (on) => {
      setUnfolded(true);
      pin(on);
    },
    noteHeight: (now) => {
      if (savedValue(username, height) !== now) saveValue(username, height, now);
    },
  };
}

const heightName = (list: string, place: PanelPlace): string => `${SAVED}:${place}:${list}`;
/** Two lines of filters. */
const USUAL_HEIGHT = 190;

/** The room of a pinned panel. */
export type PanelRoom = { place: PanelPlace; height: number };

/** The room that a list's pinned panel will take, before the list has come; null for none. */
export function usePanelRoom(options: PanelOptions): PanelRoom | null {
  const { username } = useSession().user;
  const { pinned, place } = usePinned(options);
  const saved = savedValue(username, heightName(options.list, place));
  const height = typeof saved === 'number' ? saved : USUAL_HEIGHT;
  return pinned && height > 0 ? { place, height } : null;
}
