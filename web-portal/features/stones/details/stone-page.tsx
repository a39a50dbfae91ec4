import { useQuery } from '@tanstack/react-query';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { useNoServer } from '../../../lib/connection.ts';
import { isAway, statusOf } from '../../../lib/failures.ts';
import { detailsQuery } from '../api/get-details.ts';
import type { ListedRow } from '../../../lists/list-cache.ts';
import { statusWhere } from '../../../lists/list-kinds.ts';
import { NotLoaded } from './not-loaded.tsx';
import { PieceDetails } from './piece-details.tsx';
import { StoneDetails } from './stone-details.tsx';
import styles from './stone-page.module.css';

type StonePageProps = {
  line: Line;
  parcelName: string;
  /** The row it was opened from: shown immediately, until the details have come. */
  listed: ListedRow | undefined;
  /** Asks for it again where its line is not known; left out, its details are read again. */
  onRetry?: (() => void) | undefined;
};

/** The tab of a stone or of a jewellery piece (product: Stone details; product: Piece details). */
export default function StonePage({ line, parcelName, listed, onRetry }: StonePageProps) {
  const details = useQuery(detailsQuery(line, parcelName));
  const noServer = useNoServer();
  const Details = line === 'jewellery' ? PieceDetails : StoneDetails;
  if (details.data)
    return <Details line={line} row={details.data} where="requestable" details={details.data} />;
  // What its row contains is shown all the same.
  if (details.isError && !(noServer !== null && listed)) {
    const { noun } = LINE_FACTS[line];
    const { error } = details;
    const refused = statusOf(error) === 402 && !isAway(error);
    return (
      <NotLoaded line={line} onRetry={onRetry ?? (() => void details.refetch())}>
        {refused ? `There is no ${noun.toLowerCase()} ${parcelName} that you may see.` : error.message}
      </NotLoaded>
    );
  }
  if (!listed) return <StoneSkeleton />;
  return <Details line={line} row={listed.row} where={statusWhere(listed.kind)} details={null} />;
}

function StoneSkeleton() {
  return (
    <div className={styles['page']} aria-busy="true" aria-label="Loading">
      <Skeleton width={220} height={34} />
      <div className={styles['columns']}>
        <div className={styles['left']}>
          <Skeleton height={400} />
          <Skeleton height={90} />
        </div>
        <div className={styles['right']}>
          {[104, 130, 340].map((height) => (
            <Skeleton key={height} height={height} />
          ))}
        </div>
      </div>
    </div>
  );
}
