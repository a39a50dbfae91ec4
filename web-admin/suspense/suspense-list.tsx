import type { SuspenseResource } from '#contracts/api/back-office.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatConstant } from '#web-shared/formats/figures.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.ts';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { RetryAll, RetryNow } from './retry-buttons.tsx';

/** A document without an amount is void. */
const amountOf = (amount: number | null | undefined): string =>
  amount === null ? 'Void' : amount === undefined ? '' : formatPrice(amount);

const COLUMNS: readonly Column<SuspenseResource>[] = [
  {
    source: 'docNo',
    label: 'Document',
    cell: ({ docType, docNo, line, version }) => (
      <>
        <strong>
          {formatConstant(docType)} {docNo} / {line}
        </strong>
        {version > 1 && ` version ${formatCount(version)}`}
      </>
    ),
  },
  {
    source: 'retry',
    label: 'Retry',
    card: 'whole line',
    cell: (document) => <RetryNow document={document} />,
  },
  { source: 'reason', label: 'Reason', wraps: true, cell: ({ reason }) => reason },
  {
    source: 'accountCode',
    label: 'Account',
    cell: ({ instance, accountCode }) => `${formatConstant(instance)} ${accountCode}`,
  },
  { source: 'parcelName', label: 'Parcel', cell: ({ parcelName }) => parcelName },
  { source: 'date', label: 'Date', cell: ({ date }) => date && formatMoment(date) },
  { source: 'amount', label: 'Amount', numeric: true, cell: ({ amount }) => amountOf(amount) },
  { source: 'since', label: 'Waiting since', cell: ({ since }) => formatMoment(since) },
  { source: 'attempts', label: 'Tried', numeric: true, cell: ({ attempts }) => `${formatCount(attempts)}×` },
];

/**
 * Documents of the trading system that could not be placed: tried again at each sync, and on request (rule:
 * Suspense).
 */
export function SuspenseList() {
  return (
    <RecordList
      title="Suspense"
      above="Operations"
      noun={['document', 'documents']}
      empty="Every document of the trading system could be recorded."
      actions={<RetryAll />}
      label="Documents in suspense"
      columns={COLUMNS}
      perPage={MOST_ROWS}
      refreshSeconds={10}
    />
  );
}
