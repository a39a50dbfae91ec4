/** The four product lines (product: Product lines). */
export const LINES = ['natural', 'labGrown', 'fancyColour', 'jewellery'] as const;
export type Line = (typeof LINES)[number];

type LineFacts = {
  /** The path prefix of the line's calls (product: Line calls). */
  prefix: '/inventory' | '/labgrown' | '/fancycolour' | '/jewellery';
  /** Its name in the sidebar (product: Sidebar). */
  title: string;
  /** The customer's flag without which the line is neither browsed nor requested. */
  needs: 'lgAllowed' | 'fcAllowed' | null;
  /** The tab's type letter (product: Stone tabs). */
  tabType: '' | 'LG' | 'FC' | 'J';
  /**
   * The word for one of its parcels: 'Stone could not be loaded', 'Piece could not be loaded' (product: Error
   * texts).
   */
  noun: 'Stone' | 'Piece';
};

export const LINE_FACTS: Readonly<Record<Line, LineFacts>> = {
  natural: { prefix: '/inventory', title: 'Loose Diamonds', needs: null, tabType: '', noun: 'Stone' },
  labGrown: {
    prefix: '/labgrown',
    title: 'Clarity LG Diamonds',
    needs: 'lgAllowed',
    tabType: 'LG',
    noun: 'Stone',
  },
  fancyColour: {
    prefix: '/fancycolour',
    title: 'Fancy Coloured Diamonds',
    needs: 'fcAllowed',
    tabType: 'FC',
    noun: 'Stone',
  },
  jewellery: { prefix: '/jewellery', title: 'Core Jewellery', needs: null, tabType: 'J', noun: 'Piece' },
};
