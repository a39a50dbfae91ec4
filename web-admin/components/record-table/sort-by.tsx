import { useListContext, type RaRecord } from 'react-admin';
import { Select } from '#web-shared/components/select/select.tsx';
import type { Column } from './column.tsx';

/** Sorts the cards of narrow screens, which have no headings; nothing where no column can be sorted by. */
export function SortBy<Row extends RaRecord>({ columns }: { columns: readonly Column<Row>[] }) {
  const { sort, setSort } = useListContext();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const stands = sortable.some(({ source }) => source === sort.field);
  return (
    <Select
      label="Sort by"
      value={stands ? `${sort.order} ${sort.field}` : ''}
      {...(!stands && { empty: 'Choose…' })}
      choices={sortable.flatMap(({ source, label }): [string, string][] => [
        [`ASC ${source}`, label],
        [`DESC ${source}`, `${label}, descending`],
      ])}
      onChange={(chosen) => {
        const [order, field] = chosen.split(' ');
        if (field) setSort({ field, order: order === 'DESC' ? 'DESC' : 'ASC' });
      }}
    />
  );
}
