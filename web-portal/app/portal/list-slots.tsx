import { lazy } from 'react';
import { ClientLinkButton } from '../../features/client-links/client-link-button.tsx';
import { ExportButton } from '../../features/export/export-button.tsx';
import { MOST_COMPARED } from '../../features/matching/most-compared.ts';
import { SavedSearchesButton } from '../../features/saved-searches/saved-searches-button.tsx';
import { StockCountButton } from '../../features/stock-count/stock-count-button.tsx';
import type { ListSlots } from '../../lists/slots.ts';

const loadSimilar = () => import('../../features/matching/similar-modal.tsx');

/** Which feature fills which slot of the lists and stone pages; modals are loaded when they are first opened. */
export const LIST_SLOTS: ListSlots = {
  Certificate: lazy(() => import('../../features/certificates/certificate-viewer.tsx')),
  Similar: lazy(loadSimilar),
  loadSimilar: () => void loadSimilar(),
  Compare: lazy(() => import('../../features/matching/compare-modal.tsx')),
  mostCompared: MOST_COMPARED,
  Export: ExportButton,
  SavedSearches: SavedSearchesButton,
  ClientLink: ClientLinkButton,
  StockCount: StockCountButton,
  Models: lazy(() => import('../../features/jewellery/jewellery-page.tsx')),
};
