import { useListContext } from 'react-admin';
import type { ProjectionResource } from '#contracts/api/back-office.ts';
import { capitalised } from '#contracts/vocabulary/words.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatAgo } from '#web-shared/formats/figures.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { useNow } from '../components/use-now.ts';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { MendButtons } from './mend-buttons.tsx';
import { ParkedStreams } from './parked-streams.tsx';
import { ProgressBar } from '../components/progress-bar.tsx';
import { rebuildWords, shareReached } from './projection-state.ts';
import styles from './projections.module.css';

const TONES: Readonly<Record<ProjectionResource['state'], Tone>> = {
  live: 'good',
  'catching up': 'waiting',
  rebuilding: 'waiting',
  stopped: 'alert',
};

const COLUMNS: readonly Column<ProjectionResource>[] = [
  { source: 'id', label: 'Projection', cell: ({ id }) => <strong>{id}</strong> },
  { source: 'version', label: 'Version', numeric: true, card: 'left out' },
  { source: 'state', label: 'Status', wraps: true, cell: (projection) => <State projection={projection} /> },
  {
    source: 'lag',
    label: 'Lag',
    numeric: true,
    cell: ({ lag }) => (lag === 0 ? 'None' : formatNumberOf(lag, ['event', 'events'])),
  },
  {
    source: 'progress',
    label: 'Progress',
    cell: (projection) => (
      <ProgressBar label={`Progress of ${projection.id}`} share={shareReached(projection)} />
    ),
  },
  {
    source: 'position',
    label: 'Position',
    numeric: true,
    card: 'whole line',
    cell: ({ position, head }) => (
      <>
        {formatCount(position)} <span className="quiet">of {formatCount(head)}</span>
      </>
    ),
  },
  { source: 'updatedAt', label: 'Moved', numeric: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
  {
    source: 'parked',
    label: 'Parked',
    numeric: true,
    cell: ({ parked }) =>
      parked.length === 0 ? (
        <span className="quiet">0</span>
      ) : (
        <strong className={styles['alert']}>{formatCount(parked.length)}</strong>
      ),
  },
  {
    source: 'mend',
    label: 'Mend',
    card: 'whole line',
    cell: (projection) => <MendButtons projection={projection} />,
  },
];

/**
 * Every projection's status, and the streams it had to park; refreshes automatically (architecture:
 * Projections).
 */
export function ProjectionList() {
  return (
    <RecordList
      noun={['projection', 'projections']}
      columns={COLUMNS}
      sort={['id', 'ASC']}
      perPage={MOST_ROWS}
      refreshSeconds={2}
      after={<Parked />}
    />
  );
}

/**
 * Its state, the problem that stops it, and the last rebuild where it waits or has failed.
 */
function State({ projection: { state, problem, rebuild } }: { projection: ProjectionResource }) {
  const words = rebuild && state !== 'rebuilding' ? rebuildWords(rebuild) : null;
  return (
    <>
      <Chip tone={problem === null ? TONES[state] : 'alert'}>{capitalised(state)}</Chip>
      {problem !== null && <span className={styles['alert']}> {problem}</span>}
      {words !== null && (
        <span className={rebuild?.state === 'FAILED' ? styles['alert'] : 'quiet'}> {words}</span>
      )}
    </>
  );
}

function Parked() {
  const { data = [] } = useListContext<ProjectionResource>();
  return <ParkedStreams projections={data} />;
}

function Ago({ at }: { at: string | null }) {
  const now = useNow();
  return at === null ? 'Never' : <time dateTime={at}>{formatAgo(at, now)}</time>;
}
