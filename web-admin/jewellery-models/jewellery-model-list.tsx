import { useQuery } from '@tanstack/react-query';
import { ListContextProvider, useList } from 'react-admin';
import { jewelleryModelListSchema, type JewelleryModel } from '#contracts/api/jewellery.ts';
import { compareNames } from '#contracts/vocabulary/compare-text.ts';
import { Chip, TierChip } from '#web-shared/components/chip/chip.tsx';
import { ListPage } from '../components/list-page/list-page.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { NameLink } from '../components/text-link.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { call } from '../providers/http-client.ts';
import { headingOf } from '../providers/resources.ts';
import { ImportModels } from './import-models.tsx';

/** Without the prices of its pieces, by which no list is sorted. */
type Row = Omit<JewelleryModel, 'pieceTotals'> & { id: string };

const COLUMNS: readonly Column<Row>[] = [
  {
    source: 'name',
    label: 'Model',
    sortable: true,
    cell: ({ name }) => (
      <NameLink to={`/jewellery-models/${encodeURIComponent(name)}/model`}>{name}</NameLink>
    ),
  },
  { source: 'description', label: 'Description', wraps: true },
  {
    source: 'type',
    label: 'Type',
    sortable: true,
    cell: ({ type, subType }) => [type, subType].filter(Boolean).join(', '),
  },
  { source: 'tier', label: 'Tier', sortable: true, cell: ({ tier }) => tier && <TierChip tier={tier} /> },
  { source: 'availableQuantity', label: 'Available', numeric: true, sortable: true },
  { source: 'additionalQuantity', label: 'Additional', numeric: true, sortable: true },
  { source: 'total', label: 'Total', sortable: true, as: 'price' },
  { source: 'labGrown', label: 'Lab-grown', cell: ({ labGrown }) => labGrown && 'Yes' },
  {
    source: 'hide',
    label: 'Shown',
    cell: ({ hide }) => (hide ? <Chip tone="gone">Hidden</Chip> : <Chip tone="good">Shown</Chip>),
  },
];

/**
 * Every jewellery model, hidden ones too, with the upload of a spreadsheet (product: Manage jewellery
 * models).
 */
export function JewelleryModelList() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['jewellery models'],
    queryFn: () => call('/jewellery/all_models', jewelleryModelListSchema),
  });
  const rows = (data ?? []).map((model): Row => ({ id: model.name, ...model }));
  const list = useList<Row>({
    data: rows,
    perPage: MOST_ROWS,
    isPending,
    isFetching,
    sort: { field: 'name', order: 'ASC' },
  });
  const asked: unknown = list.filterValues['q'];
  const part = typeof asked === 'string' ? asked.toLowerCase() : '';
  const found = rows.filter(({ name, description = '' }) =>
    `${name} ${description}`.toLowerCase().includes(part),
  );
  const shown = sortedBy(found, list.sort.field, list.sort.order === 'DESC');
  const context = {
    ...list,
    ...(data && { data: shown }),
    total: shown.length,
    error,
    refetch,
  } as typeof list;
  return (
    <ListContextProvider value={context}>
      <ListPage
        {...headingOf('jewellery-models')}
        noun={['model', 'models']}
        searches="Find a model"
        actions={<ImportModels onImported={() => void refetch()} />}
      >
        <RecordTable label="Jewellery models" columns={COLUMNS} />
      </ListPage>
    </ListContextProvider>
  );
}

function sortedBy(rows: readonly Row[], field: string, descending: boolean): Row[] {
  const key = (row: Row): string | number | boolean =>
    (row as Record<string, string | number | boolean>)[field] ?? '';
  return rows.toSorted((a, b) => {
    const [one, other] = [key(a), key(b)];
    const order =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : compareNames(String(one), String(other));
    return descending ? -order : order;
  });
}
