import { z } from 'zod';

/** The four product lines (specification, section 1). */
export const LINES = ['natural', 'labGrown', 'fancyColour', 'jewellery'] as const;
export const lineSchema = z.enum(LINES);
export type Line = z.infer<typeof lineSchema>;

type LineFacts = {
  /** The path prefix of the line's calls (specification, section 7). */
  prefix: '/inventory' | '/labgrown' | '/fancycolour' | '/jewellery';
  /** Its name in the sidebar (specification, section 2.2). */
  title: string;
  /** The customer's flag without which the line is neither browsed nor requested. */
  needs: 'lgAllowed' | 'fcAllowed' | null;
  /** The tab's type letter (specification, section 2.2). */
  tabType: '' | 'LG' | 'FC' | 'J';
  /** What one of its parcels is called: 'Stone could not be loaded', 'Piece could not be loaded' (specification, section 8). */
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
