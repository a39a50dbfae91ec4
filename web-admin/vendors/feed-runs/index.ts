import type { ResourceProps } from 'react-admin';
import { FeedRunList } from './feed-run-list.tsx';
import { FeedRunPage } from './run-page/feed-run-page.tsx';

/** Readings of vendors' files, for administrators. */
export const feedRuns: ResourceProps = { name: 'feed-runs', list: FeedRunList, show: FeedRunPage };
