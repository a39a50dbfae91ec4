import useMediaQuery from '@mui/material/useMediaQuery';
import {
  DataTable,
  useDataTableRenderContext,
  useListContext,
  useRecordContext,
  type RaRecord,
} from 'react-admin';
import { Scroller } from '#web-shared/components/scroller/scroller.tsx';
import { SIZES } from '#web-shared/theme/tokens.ts';
import { cellOf, isNumeric, type Column } from './column.tsx';
import { HeadCell } from './head-cell.tsx';
import { RecordCards } from './record-cards.tsx';
import { RecordLink, type Opens } from './record-link.tsx';
import { SortBy } from './sort-by.tsx';
import styles from './record-table.module.css';

type RecordTableProps<Row extends RaRecord> = {
  /** What the table holds, for screen readers. */
  label: string;
  /** The first names the record. */
  columns: readonly Column<Row>[];
  /** A click on a row opens its page, or its form; so does Enter on its name, which is a link. */
  opens?: Opens | false;
};

/**
 * The one table of the back office: react-admin's DataTable, made to be used by everyone. Its rows can be clicked by
 * mouse only and its headings do not say how it is sorted; here the record's name is a link and the headings are our
 * own. Narrow screens get cards. Takes its rows from the list context, once they are there.
 */
export function RecordTable<Row extends RaRecord>({ label, columns, opens = false }: RecordTableProps<Row>) {
  const narrow = useMediaQuery(`(max-width: ${SIZES.md - 1}px)`, { noSsr: true });
  const { data = [] } = useListContext<Row>();
  if (narrow)
    return (
      <>
        <SortBy columns={columns} />
        <RecordCards label={label} rows={data} columns={columns} opens={opens} />
      </>
    );
  return (
    <Scroller label={label}>
      <DataTable<Row> bulkActionButtons={false} rowClick={opens} hover={opens !== false} aria-label={label}>
        {columns.map((column, place) => (
          <TableColumn<Row> key={column.source} column={column} opens={place === 0 && opens} />
        ))}
      </DataTable>
    </Scroller>
  );
}

type TableColumnProps<Row extends RaRecord> = {
  column: Column<Row>;
  opens: Opens | false;
};

function TableColumn<Row extends RaRecord>({ column, opens }: TableColumnProps<Row>) {
  const { source, label, sortable = false, wraps = false } = column;
  const numeric = isNumeric(column);
  if (useDataTableRenderContext() === 'header') {
    return <HeadCell {...{ source, label, sortable, numeric }} />;
  }
  return (
    <DataTable.Col
      source={source}
      align={numeric ? 'right' : 'left'}
      {...(wraps && { cellClassName: styles['wraps'] })}
    >
      <Cell column={column} opens={opens} />
    </DataTable.Col>
  );
}

function Cell<Row extends RaRecord>({ column, opens }: { column: Column<Row>; opens: Opens | false }) {
  const row = useRecordContext<Row>();
  if (!row) return null;
  return opens ? (
    <RecordLink row={row} to={opens}>
      {cellOf(column, row)}
    </RecordLink>
  ) : (
    cellOf(column, row)
  );
}
