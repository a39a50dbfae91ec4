import type { SuspenseResource } from '#contracts/api/back-office.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import type { Column } from '../components/record-table/column.tsx';
import { Handling } from '../components/inbox/handle-button.tsx';
import { inboxColumns, inboxFilters, STANDING } from '../components/inbox/inbox-columns.tsx';
import { useSignedIn } from '../providers/use-signed-in.ts';
import { MOST_ROWS } from '../providers/data-provider.ts';
import { RepointForm } from './repoint-form.tsx';
import { RetryAll, RetryNow } from './retry-buttons.tsx';

/** A document without an amount is void. */
const amountOf = (amount: number | null | undefined): string =>
  amount === null ? 'Void' : amount === undefined ? '' : formatPrice(amount);

const COLUMNS: readonly Column<SuspenseResource>[] = [
  {
    source: 'docNo',
    label: 'Document',
    cell: ({ docType, docNo, line, version, amount }) => (
      <>
        <strong>
          {formatConstant(docType)} {docNo} / {line}
        </strong>
        {version > 1 && ` version ${formatCount(version)}`}
        <br />
        <small>{amountOf(amount)}</small>
      </>
    ),
  },
  {
    source: 'retry',
    label: 'Retry',
    card: 'whole line',
    cell: (document) => <RetryNow document={document} />,
  },
  { source: 'reason', label: 'Reason', wraps: true },
  {
    source: 'parcelName',
    label: 'Parcel, account',
    cell: ({ instance, accountCode, parcelName }) => (
      <>
        {parcelName}
        <br />
        <small>{`${formatConstant(instance)} ${accountCode}`}</small>
      </>
    ),
  },
  { source: 'date', label: 'Date', as: 'moment' },
  {
    source: 'since',
    label: 'Waiting since',
    cell: ({ since, attempts }) => (
      <>
        {formatMoment(since)}
        <br />
        <small>tried {formatCount(attempts)}×</small>
      </>
    ),
  },
  ...inboxColumns<SuspenseResource>(
    ({ docType, docNo, line }) => `${formatConstant(docType)} ${docNo} / ${line}`,
    (document, onDone) => <RepointForm document={document} onDone={onDone} />,
  ),
];

/**
 * Documents of the trading system that could not be placed: tried again at each sync, and on request (rule:
 * Suspense).
 */
export function SuspenseList() {
  const user = useSignedIn();
  return (
    <Handling resource="suspense">
      <RecordList
        noun={['document', 'documents']}
        narrows={inboxFilters(user?.username)}
        atFirst={STANDING}
        empty="No document waits to be recorded."
        actions={<RetryAll />}
        label="Documents in suspense"
        columns={COLUMNS}
        sort={['since', 'ASC']}
        perPage={MOST_ROWS}
        refreshSeconds={10}
      />
    </Handling>
  );
}
