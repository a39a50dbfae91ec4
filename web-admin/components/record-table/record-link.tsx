import type { MouseEvent, ReactNode } from 'react';
import { LinkBase, useCreatePath, useResourceContext, type RaRecord } from 'react-admin';
import styles from './record-table.module.css';

/** What a row opens: the record's page or its form. */
export type Opens = 'show' | 'edit';

/** The record's name, as the link to its page; the row's own click does not follow it. */
export function RecordLink<Row extends RaRecord>({
  row,
  to,
  children,
}: {
  row: Row;
  to: Opens;
  children: ReactNode;
}) {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  return (
    <LinkBase
      className={styles['name']}
      to={createPath({ resource: resource ?? '', id: row.id, type: to })}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      {children}
    </LinkBase>
  );
}
