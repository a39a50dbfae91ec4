import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import type { PanelRoom } from '../../components/data-table/use-filter-panel.ts';
import styles from './list-skeleton.module.css';

const FILTERS = [132, 132, 70, 78, 76, 74, 56, 66, 92, 108, 62];
/** Those that stay beside an open panel. */
const BESIDE_PANEL = 4;
const CELLS = [24, 92, 34, 84, 40, 60, 20, 40, 24, 24, 24, 110, 64, 72];
const ROWS = 15;

/** A list on its way, of its size: its bar of filters, the pinned panel where there is one, and rows. */
export function ListSkeleton({ panel }: { panel: PanelRoom | null }) {
  return (
    <>
      <div className={styles['filters']} aria-hidden="true">
        {FILTERS.slice(0, panel ? BESIDE_PANEL : undefined).map((width, index) => (
          <Skeleton key={index} width={width} height={31} />
        ))}
      </div>
      {panel && (
        <div
          className={styles['panel']}
          data-panel={panel.place}
          style={panel.place === 'above' ? { height: panel.height } : undefined}
          aria-hidden="true"
        />
      )}
      <div className={styles['rows']} aria-hidden="true">
        {Array.from({ length: ROWS }, (_, row) => (
          <div key={row} className={styles['row']}>
            {CELLS.map((width, index) => (
              <Skeleton key={index} width={width} height={index === 0 ? 24 : 11} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}
