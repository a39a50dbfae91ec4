import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import styles from './list-skeleton.module.css';

const FILTERS = [132, 132, 70, 78, 76, 74, 56, 66, 92, 108, 62];
const CELLS = [24, 92, 34, 84, 40, 60, 20, 40, 24, 24, 24, 110, 64, 72];
const ROWS = 15;

/** A list on its way, of its size. */
export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={styles['filters']}>
        {FILTERS.map((width, index) => (
          <Skeleton key={index} width={width} height={31} />
        ))}
      </div>
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={styles['row']}>
          {CELLS.map((width, index) => (
            <Skeleton key={index} width={width} height={index === 0 ? 24 : 11} />
          ))}
        </div>
      ))}
    </div>
  );
}
