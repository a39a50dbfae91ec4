import TableCell from '@mui/material/TableCell';
import { useListContext } from 'react-admin';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import styles from './record-table.module.css';

type HeadCellProps = {
  source: string;
  label: string;
  sortable: boolean;
  numeric: boolean;
};

/**
 * A column's heading; one that sorts is a button and says by `aria-sort` how the table stands. (react-admin's own
 * heading says neither: its button is named after its tooltip.)
 */
export function HeadCell({ source, label, sortable, numeric }: HeadCellProps) {
  const { sort, setSort } = useListContext();
  const align = numeric ? 'right' : 'left';
  if (!sortable) return <TableCell align={align}>{label}</TableCell>;
  const ascending = sort.order === 'ASC';
  const sorted = sort.field === source;
  const press = (): void => setSort({ field: source, order: sorted && ascending ? 'DESC' : 'ASC' });
  return (
    <TableCell align={align} {...(sorted && { 'aria-sort': ascending ? 'ascending' : 'descending' })}>
      <button type="button" className={styles['sort']} onClick={press}>
        {label}
        {sorted && <Icon name={ascending ? 'ascending' : 'descending'} size={12} />}
      </button>
    </TableCell>
  );
}
