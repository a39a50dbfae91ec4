import { RecordList } from '../../components/list-page/record-list.tsx';
import { FEED_RUN_COLUMNS } from './feed-run-columns.tsx';

/** Every reading of a vendor's file, newest first; refreshes by itself. */
export function FeedRunList() {
  return (
    <RecordList
      noun={['feed run', 'feed runs']}
      searches="Find a vendor or file"
      narrows={[['To decide', { state: ['CLASSIFIED', 'HELD'] }]]}
      empty="Classified files appear here with the changes they would make."
      columns={FEED_RUN_COLUMNS}
      sort={['requestedAt', 'DESC']}
      opens="show"
      refreshSeconds={5}
    />
  );
}
