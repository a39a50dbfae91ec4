import { useState } from 'react';
import { saveValue, useSavedValue } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import { useNarrow } from '../../lib/use-media.ts';

const SAVED = 'filterPanel';

export type FilterPanelState = {
  /** Ids of the columns whose filters are in it, where the list has them. */
  columns: readonly string[];
  open: boolean;
  /** Stays open, in every list and after a reload; always false where it is a sheet. */
  pinned: boolean;
  /** Over the page, where there is no room beside the list. */
  asSheet: boolean;
  setOpen: (open: boolean) => void;
  setPinned: (pinned: boolean) => void;
};

/** Whether the filters stand side by side, and whether they are pinned, which is remembered per user (product: Filters by hand). */
export function useFilterPanel(columns: readonly string[]): FilterPanelState {
  const { user } = useSession();
  const asSheet = useNarrow();
  const [unfolded, setUnfolded] = useState(false);
  const pinned = useSavedValue(user.username, SAVED) === true && !asSheet;
  const pin = (on: boolean): void => saveValue(user.username, SAVED, on || undefined);
  return {
    columns,
    open: unfolded || pinned,
    pinned,
    asSheet,
    setOpen: (open) => {
      setUnfolded(open);
      if (!open && pinned) pin(false);
    },
    setPinned: (on) => {
      setUnfolded(true);
      pin(on);
    },
  };
}
