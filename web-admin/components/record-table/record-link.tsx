import type { ReactNode } from 'react';
import { useCreatePath, useResourceContext, type RaRecord } from 'react-admin';
import { NameLink } from '../text-link.tsx';

/** What a row opens: the record's page or its form. */
export type Opens = 'show' | 'edit';

/** The record's name, as the link to its page. */
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
  return <NameLink to={createPath({ resource: resource ?? '', id: row.id, type: to })}>{children}</NameLink>;
}
