import { useListContext, type RaRecord } from 'react-admin';
import { Select } from '#web-shared/components/select/select.tsx';
import type { Column } from './column.tsx';

/** Sorts the cards of narrow screens, which have no headings; nothing where no column can be sorted by. */
export function SortBy<Row extends RaRecord>({ columns }: { columns: readonly Column<Row>[] }) {
  const { sort, setSort } = useListContext();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const choices = sortable.flatMap(({ source, label }): [string, string][] => [
    [`ASC ${source}`, label],
    [`DESC ${source}`, `${label}, descending`],
  ]);
  const value = `${sort.order} ${sort.field}`;
  const stands = choices.some(([choice]) => choice === value);
  return (
    <Select
      label="Sort by"
      value={stands ? value : ''}
      {...(!stands && { empty: 'Choose…' })}
      choices={choices}
      onChange={(chosen) => {
        const [order, field] = chosen.split(' ');
        if (field) setSort({ field, order: order === 'DESC' ? 'DESC' : 'ASC' });
      }}
    />
  );
}
