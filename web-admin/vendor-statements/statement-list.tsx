import { useState } from 'react';
import { ListBase } from 'react-admin';
import type { z } from 'zod';
import type { wireStatementSchema } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { monthOfValue, monthName, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { billedMonths } from '../components/billed-months.ts';
import { useAct } from '../components/use-act.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { formatCount } from '#web-shared/formats/figures.ts';
import { ListPage } from '../components/list-page/list-page.tsx';
import { TOLD_IN_PLACE } from '../components/list-page/told-in-place.ts';
import type { Column } from '../components/record-table/column.ts';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { Select } from '#web-shared/components/select/select.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { download } from '../providers/http-client.ts';

export type Statement = z.infer<typeof wireStatementSchema>;

export const vendorNameOf = ({ vendorName, vendorId }: Pick<Statement, 'vendorName' | 'vendorId'>): string =>
  vendorName ?? `Vendor ${vendorId}`;

const COLUMNS: readonly Column<Statement>[] = [
  { source: 'vendorName', label: 'Vendor', cell: vendorNameOf },
  { source: 'vendorId', label: 'Number', numeric: true, card: 'left out', cell: ({ vendorId }) => vendorId },
  { source: 'month', label: 'Month', cell: ({ month }) => monthName(month) },
  { source: 'lines', label: 'Lines', numeric: true, cell: ({ lines }) => formatCount(lines.length) },
  { source: 'total', label: 'Total', numeric: true, cell: ({ total }) => formatPrice(total) },
];

/**
 * Every vendor's statement of a month, from the bills issued (rule: Statements); a row opens it line by line.
 */
export function StatementList() {
  const [months] = useState(() => billedMonths(new Date()));
  const [value, setValue] = useState(months[0]?.[0] ?? '');
  const { busy, act } = useAct();
  const month = monthOfValue(value);
  const filter = { month: month ?? undefined };
  const downloadAll = () =>
    month &&
    void act('download', async () => {
      const body = yearAndMonth(month);
      return `${await download('/billing/vendorall', { body })} was saved.`;
    });
  return (
    <ListBase
      resource="vendor-statements"
      filter={filter}
      perPage={MOST_ROWS}
      exporter={false}
      disableSyncWithLocation
      storeKey={false}
      queryOptions={TOLD_IN_PLACE}
    >
      <ListPage
        title="Vendor Statements"
        above="Money"
        noun={['statement', 'statements']}
        empty="No bill of this month has a vendor’s part: the bills come first."
        actions={
          <>
            <Select label="Month" value={value} choices={months} onChange={setValue} />
            <BusyButton disabled={!month} busy={busy !== null} onClick={downloadAll}>
              {busy === 'download' ? 'Making the files…' : 'Download all'}
            </BusyButton>
          </>
        }
      >
        <RecordTable label="Vendor statements" columns={COLUMNS} opens="show" />
      </ListPage>
    </ListBase>
  );
}
