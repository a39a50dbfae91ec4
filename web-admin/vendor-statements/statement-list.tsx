import { useLocation, useNavigate } from 'react-admin';
import type { z } from 'zod';
import type { wireStatementSchema } from '#contracts/api/bills.ts';
import { monthOfValue, monthName, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { useBilledMonths } from '../components/billed-months.ts';
import { DownloadButton } from '../components/download-button.tsx';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { vendorNameOf } from '../components/record-names.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { Select } from '#web-shared/components/select/select.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';

export type Statement = z.infer<typeof wireStatementSchema>;

const COLUMNS: readonly Column<Statement>[] = [
  { source: 'vendorName', label: 'Vendor', cell: vendorNameOf },
  { source: 'vendorId', label: 'Number', numeric: true, card: 'left out' },
  { source: 'month', label: 'Month', cell: ({ month }) => monthName(month) },
  { source: 'lines', label: 'Lines', numeric: true, cell: ({ lines }) => formatCount(lines.length) },
  { source: 'total', label: 'Total', as: 'price' },
];

/**
 * Every vendor's statement of a month, from the bills issued (rule: Statements); a row opens it line by line.
 */
export function StatementList() {
  const months = useBilledMonths();
  // In the address, so that Back, a reload and a sent link lead to the same month.
  const asked = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const value = asked.get('month') ?? months[0]?.[0] ?? '';
  const month = monthOfValue(value);
  const filter = { month: month ?? undefined };
  return (
    <RecordList
      noun={['statement', 'statements']}
      empty="No bill of this month includes a vendor yet. Create the bills first."
      actions={
        <>
          <Select
            label="Month"
            value={value}
            choices={months}
            onChange={(chosen) => void navigate({ search: `?month=${chosen}` }, { replace: true })}
          />
          <DownloadButton
            path="/billing/vendorall"
            options={{ body: month && yearAndMonth(month) }}
            disabled={!month}
            working="Making the files…"
          >
            Download all
          </DownloadButton>
        </>
      }
      label="Vendor statements"
      columns={COLUMNS}
      sort={['vendorId', 'ASC']}
      opens="show"
      perPage={MOST_ROWS}
      source={{ resource: 'vendor-statements', filter, disableSyncWithLocation: true, storeKey: false }}
    />
  );
}
