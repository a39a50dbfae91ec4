import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import styles from './list-page.module.css';

const WIDTHS = ['56%', '72%', '48%', '64%', '80%', '52%', '68%', '60%'];

/** Rows on their way. */
export function ListSkeleton() {
  return (
    <div className={styles['skeleton']} role="status" aria-label="Loading">
      {WIDTHS.map((width) => (
        <div key={width}>
          <Skeleton width={width} />
          <Skeleton width={64} />
          <Skeleton width={width} />
          <Skeleton width={72} />
          <Skeleton width={48} />
        </div>
      ))}
    </div>
  );
}
