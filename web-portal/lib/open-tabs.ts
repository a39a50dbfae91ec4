import { createContext, useContext } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';

/** What a tab needs to know of the stone or piece it shows; a row of any list has it, beside its line. */
export type StoneToOpen = {
  parcelName: string;
  line: Line;
  shortCertNo?: string | undefined;
  certNo?: string | undefined;
  /** A desire: it gets no tab (product: Stone tabs). */
  virtual?: boolean | undefined;
};

/** The shell's tabs, for components that open them from within a page (product: Stone tabs). */
export type OpenTabs = {
  /** Opens the tab of a stone or piece and selects it; one that is open already is selected. */
  openStoneTab: (stone: StoneToOpen) => void;
  /** Opens the tab of an asset page, a frame, and selects it. */
  openPageTab: (page: { path: string; title: string }) => void;
  /** Shows one of the main lists with other filters, each by its column, as tables keep them; and in another order where one is given. */
  showFiltered: (
    kind: 'customer' | 'available' | 'cart' | 'past',
    line: Line,
    filters: Readonly<Record<string, object>>,
    sort?: { column: string; descending: boolean } | null,
  ) => void;
  /** Shows one of the main lists. */
  showList: (kind: 'customer' | 'available' | 'cart' | 'past', line: Line) => void;
};

export const OpenTabsContext = createContext<OpenTabs | null>(null);

/** The shell's tabs; only inside the signed-in shell. */
export function useOpenTabs(): OpenTabs {
  const tabs = useContext(OpenTabsContext);
  if (!tabs) throw new Error('useOpenTabs is for the signed-in shell');
  return tabs;
}
