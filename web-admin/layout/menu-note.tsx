import { useGetList } from 'react-admin';
import type { ProjectionResource, StuckInstructionResource } from '#contracts/api/back-office.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { refreshedEvery } from '../components/list-page/failures-in-place.ts';
import { firstRows, MOST_ROWS } from '../providers/data-provider.ts';
import type { ResourceName } from '../providers/resources.ts';
import { useOpenSuspense } from '../providers/use-open-suspense.ts';
import styles from './sidebar.module.css';

/** The same question as the page's own list, so that one answer serves both. */
const EVERYTHING = firstRows(MOST_ROWS, 'id');

/** Beside a page's name: how much is waiting there; nothing when all is well. */
export function MenuNote({ resource }: { resource: ResourceName }) {
  if (resource === 'projections') return <ParkedNote />;
  if (resource === 'stuck-instructions') return <StuckNote />;
  return resource === 'suspense' ? <SuspenseNote /> : null;
}

function ParkedNote() {
  const { data = [] } = useGetList<ProjectionResource>('projections', EVERYTHING, refreshedEvery(30));
  const parked = data.reduce((sum, projection) => sum + projection.parked.length, 0);
  return <Note tone="alert" count={parked} word="parked" />;
}

function SuspenseNote() {
  const { total = 0 } = useOpenSuspense();
  return <Note tone="waiting" count={total} word="waiting" />;
}

function StuckNote() {
  const { total = 0 } = useGetList<StuckInstructionResource>(
    'stuck-instructions',
    EVERYTHING,
    refreshedEvery(30),
  );
  return <Note tone="alert" count={total} word="stuck" />;
}

function Note({ tone, count, word }: { tone: 'waiting' | 'alert'; count: number; word: string }) {
  if (count === 0) return null;
  return (
    <small className={styles['note']} data-tone={tone}>
      {formatCount(count)} {word}
    </small>
  );
}
