import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Filters, Sort } from '#contracts/stone-lists/filters.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import type { ListKind } from '../../lists/list-kinds.ts';
import { savedSearchesQuery } from './api/saved-searches.ts';
import styles from './saved-searches.module.css';

const SavedSearchesPanel = lazy(() => import('./saved-searches-panel.tsx'));

/** Opens the saved searches; its mark counts what is new for all of them together (product: Saved searches). */
export function SavedSearchesButton(list: { kind: ListKind; line: Line; filters: Filters; sort: Sort }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data = [] } = useQuery(savedSearchesQuery);
  const fresh = data.reduce((sum, { newMatches }) => sum + newMatches, 0);
  return (
    <span className={styles['opener']}>
      <IconButton
        icon="bookmark"
        label={fresh > 0 ? `Saved searches, ${fresh} new` : 'Saved searches'}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {fresh > 0 && (
        <span className={styles['mark']} aria-hidden="true">
          {fresh > MOST_SHOWN ? `${MOST_SHOWN}+` : fresh}
        </span>
      )}
      {anchor && (
        <Suspense fallback={null}>
          <SavedSearchesPanel {...list} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </span>
  );
}

const MOST_SHOWN = 99;
