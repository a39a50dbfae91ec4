import type { MouseEvent, ReactNode } from 'react';
import { LinkBase, useCreatePath, useResourceContext, type RaRecord } from 'react-admin';
import styles from './record-table.module.css';

/** The record's name, as the link to its page; the row's own click does not follow it. */
export function RecordLink<Row extends RaRecord>({ row, children }: { row: Row; children: ReactNode }) {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  return (
    <LinkBase
      className={styles['name']}
      to={createPath({ resource: resource ?? '', id: row.id, type: 'show' })}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      {children}
    </LinkBase>
  );
}
