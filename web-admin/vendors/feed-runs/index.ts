import type { ResourceProps } from 'react-admin';
import { lazyPage } from '../../layout/lazy-page.tsx';

const FeedRunList = lazyPage(() => import('./feed-run-list.tsx'), 'FeedRunList');
const FeedRunPage = lazyPage(() => import('./run-page/feed-run-page.tsx'), 'FeedRunPage');

/** Readings of vendors' files, for administrators. */
export const feedRuns: ResourceProps = { name: 'feed-runs', list: FeedRunList, show: FeedRunPage };
