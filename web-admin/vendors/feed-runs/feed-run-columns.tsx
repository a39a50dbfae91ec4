import type { FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import { Moment } from '../../components/moment.tsx';
import { ProgressBar, shareDone } from '../../components/progress-bar.tsx';
import { vendorNameOf } from '../../components/record-names.ts';
import type { Column } from '../../components/record-table/column.tsx';
import { isUnderWay, KINDS, SOURCES, stateName, toneOf } from './feed-run-words.ts';

const figure = (run: FeedRunResource, of: 'NEW' | 'CHANGED' | 'GONE' | 'REFUSED') =>
  run.counts && formatCount(run.counts[of]);

/** Runs of feeds as a list shows them. */
export const FEED_RUN_COLUMNS: readonly Column<FeedRunResource>[] = [
  { source: 'fileName', label: 'File', sortable: true },
  { source: 'vendorName', label: 'Vendor', sortable: true, cell: vendorNameOf },
  {
    source: 'state',
    label: 'Status',
    sortable: true,
    cell: (run) =>
      isUnderWay(run.state) ? (
        <ProgressBar label={`${stateName(run.state)} ${run.fileName}`} share={shareDone(run)} />
      ) : (
        <Chip tone={toneOf(run.state)}>{stateName(run.state)}</Chip>
      ),
  },
  { source: 'new', label: 'New', numeric: true, cell: (run) => figure(run, 'NEW') },
  { source: 'changed', label: 'Changed', numeric: true, cell: (run) => figure(run, 'CHANGED') },
  { source: 'gone', label: 'Gone', numeric: true, cell: (run) => figure(run, 'GONE') },
  { source: 'refused', label: 'Refused', numeric: true, cell: (run) => figure(run, 'REFUSED') },
  { source: 'kind', label: 'Kind', cell: ({ kind }) => KINDS[kind] },
  { source: 'source', label: 'From', cell: ({ source }) => SOURCES[source] },
  {
    source: 'requestedAt',
    label: 'Asked for',
    sortable: true,
    card: 'whole line',
    cell: ({ requestedAt, requestedBy }) => (
      <>
        <Moment at={requestedAt} /> by {requestedBy}
      </>
    ),
  },
];
