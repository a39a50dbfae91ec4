import type { SyncResource } from '#contracts/api/back-office.ts';
import { Chip } from '#web-shared/components/chip/chip.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { SyncButton } from './sync-button.tsx';
import { failuresOf, stateOf, STATES, sumOf, type SyncFigure } from './sync-state.ts';
import styles from './syncs.module.css';

/** Empty until an instance has been read. */
const figure = (sync: SyncResource, name: SyncFigure): string =>
  sync.reports.length === 0 ? '' : formatCount(sumOf(sync, name));

const COLUMNS: readonly Column<SyncResource>[] = [
  {
    source: 'requestedAt',
    label: 'Asked for',
    cell: ({ requestedAt }) => <strong>{formatMoment(requestedAt)}</strong>,
  },
  { source: 'requestedBy', label: 'By' },
  {
    source: 'state',
    label: 'Status',
    cell: (sync) => {
      const { tone, words } = STATES[stateOf(sync)];
      return <Chip tone={tone}>{words}</Chip>;
    },
  },
  { source: 'finishedAt', label: 'Finished', as: 'moment' },
  { source: 'read', label: 'Read', numeric: true, cell: (sync) => figure(sync, 'read') },
  { source: 'recorded', label: 'Recorded', numeric: true, cell: (sync) => figure(sync, 'recorded') },
  { source: 'already', label: 'Known', numeric: true, cell: (sync) => figure(sync, 'already') },
  { source: 'suspended', label: 'To suspense', numeric: true, cell: (sync) => figure(sync, 'suspended') },
  { source: 'resolved', label: 'From suspense', numeric: true, cell: (sync) => figure(sync, 'resolved') },
  {
    source: 'failed',
    label: 'What went wrong',
    wraps: true,
    cell: (sync) => failuresOf(sync).length > 0 && <Failures sync={sync} />,
  },
];

/** The newest checks of the external trading system, and a way to ask for another (product: Bottom items). */
export function SyncList() {
  return (
    <RecordList
      noun={['sync', 'syncs']}
      empty="No check of the trading system has been requested yet."
      actions={<SyncButton />}
      columns={COLUMNS}
      sort={['requestedAt', 'DESC']}
      perPage={MOST_ROWS}
      refreshSeconds={3}
    />
  );
}

function Failures({ sync }: { sync: SyncResource }) {
  return failuresOf(sync).map(({ instance, reason }) => (
    <span key={instance} className={styles['failure']}>
      {formatConstant(instance)}: {reason}
    </span>
  ));
}
