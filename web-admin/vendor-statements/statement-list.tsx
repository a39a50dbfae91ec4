import { useState } from 'react';
import type { z } from 'zod';
import type { wireStatementSchema } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { monthOfValue, monthName, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { billedMonths } from '../components/billed-months.ts';
import { useAct } from '../components/use-act.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { Select } from '#web-shared/components/select/select.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { download } from '../providers/http-client.ts';

export type Statement = z.infer<typeof wireStatementSchema>;

export const vendorNameOf = ({ vendorName, vendorId }: Pick<Statement, 'vendorName' | 'vendorId'>): string =>
  vendorName ?? `Vendor ${vendorId}`;

const COLUMNS: readonly Column<Statement>[] = [
  { source: 'vendorName', label: 'Vendor', cell: vendorNameOf },
  { source: 'vendorId', label: 'Number', numeric: true, card: 'left out' },
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
    <RecordList
      title="Vendor Statements"
      above="Money"
      noun={['statement', 'statements']}
      empty="No bill of this month has a vendor’s part: the bills come first."
      actions={
        <>
          <Select label="Month" value={value} choices={months} onChange={setValue} />
          <Button disabled={!month} busy={busy !== null} onClick={downloadAll}>
            {busy === 'download' ? 'Making the files…' : 'Download all'}
          </Button>
        </>
      }
      label="Vendor statements"
      columns={COLUMNS}
      opens="show"
      perPage={MOST_ROWS}
      source={{ resource: 'vendor-statements', filter, disableSyncWithLocation: true, storeKey: false }}
    />
  );
}
