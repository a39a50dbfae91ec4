import { useGetList } from 'react-admin';
import type { SuspenseResource } from '#contracts/api/back-office.ts';
import { refreshedEvery } from '../components/list-page/failures-in-place.ts';
import { firstRows, MOST_ROWS } from './data-provider.ts';

/** All that is in suspense: the same question as the page's own list at first, so that one answer serves both. */
export const useOpenSuspense = () =>
  useGetList<SuspenseResource>(
    'suspense',
    firstRows(MOST_ROWS, 'since', { filter: { state: 'OPEN' } }),
    refreshedEvery(30),
  );
