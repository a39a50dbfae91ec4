import { useQuery } from '@tanstack/react-query';
import { LinkBase, useParams } from 'react-admin';
import { wireStatementSchema } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { parcelPath } from '../audit/parcel-path.ts';
import { kindName } from '../billing/bill-lines.tsx';
import { monthName } from '../billing/months.ts';
import { useAct } from '../billing/use-act.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { FailedState } from '../components/failed-state.tsx';
import { BackTo } from '../components/form/edit-record.tsx';
import { formatNumberOf, formatPercent } from '#web-shared/formats/figures.ts';
import { Page } from '../components/page.tsx';
import { call, download } from '../providers/http-client.ts';
import { CustomerName } from '../users/customer-name.tsx';
import { vendorNameOf, type Statement } from './statement-list.tsx';
import styles from '../billing/billing.module.css';

type Line = Statement['lines'][number];

/** A vendor's statement of a month, line by line to its working (rule: Statements). */
export function StatementPage() {
  const { id = '' } = useParams();
  const [, vendorId = '', month = ''] = /^(\d+)-(\d{4}-\d{2})$/.exec(id) ?? [];
  const statement = useQuery({
    queryKey: ['vendor statement', id],
    retry: false,
    queryFn: () => {
      if (vendorId === '') throw new Error('There is no such statement.');
      return call(`/api/vendor-statements/${vendorId}?month=${month}`, wireStatementSchema, {
        method: 'GET',
      });
    },
  });
  const back = <BackTo resource="vendor-statements" title="Vendor Statements" />;
  if (statement.data) return <Opened statement={statement.data} />;
  return (
    <Page title="Vendor statement" above={back}>
      {statement.error ? (
        <FailedState
          error={statement.error}
          heading="The statement could not be loaded"
          onRetry={() => void statement.refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton height={320} />
        </div>
      )}
    </Page>
  );
}

function Opened({ statement }: { statement: Statement }) {
  const { month, lines, total } = statement;
  return (
    <Page
      title={`${vendorNameOf(statement)}, ${monthName(month)}`}
      above={<BackTo resource="vendor-statements" title="Vendor Statements" />}
      summary={formatNumberOf(lines.length, ['line', 'lines'])}
      actions={lines.length > 0 && <Downloads statement={statement} />}
    >
      <Section title="Lines">
        {lines.length === 0 && (
          <p className={styles['quiet']}>No bill of this month has a part of this vendor.</p>
        )}
        <div className={styles['lines']}>
          {lines.map((line) => (
            <StatementLine
              key={`${line.customerId} ${line.lineKey} ${line.parcelName}`}
              line={line}
              month={month}
            />
          ))}
        </div>
        <div className={styles['total']}>
          <span>Total</span>
          <span>{formatPrice(total)}</span>
        </div>
      </Section>
    </Page>
  );
}

/** The statement as the vendor gets it. */
function Downloads({ statement: { vendorId, month } }: { statement: Statement }) {
  const { busy, act } = useAct();
  const save = (format: 'xlsx' | 'pdf') =>
    void act(format, async () => {
      const path = `/api/vendor-statements/${vendorId}/file?month=${month}&format=${format}`;
      return `${await download(path, { method: 'GET' })} was saved.`;
    });
  return (
    <>
      <BusyButton busy={busy !== null} onClick={() => save('xlsx')}>
        {busy === 'xlsx' ? 'Making the workbook…' : 'Workbook'}
      </BusyButton>
      <BusyButton busy={busy !== null} onClick={() => save('pdf')}>
        {busy === 'pdf' ? 'Making the PDF…' : 'PDF'}
      </BusyButton>
    </>
  );
}

function StatementLine({ line, month }: { line: Line; month: string }) {
  const { customerId, billVersion, kind, adjustedMonth, parcelName, charged, amount } = line;
  return (
    <details>
      <summary>
        <span className={styles['kind']}>{kindName(kind)}</span>
        <span>
          {parcelName}
          {adjustedMonth !== null && ` of ${monthName(adjustedMonth)}`}{' '}
          <span className={styles['quiet']}>
            <CustomerName customerId={customerId} />
          </span>
        </span>
        <span className={styles['amount']}>{formatPrice(amount)}</span>
      </summary>
      <div className={styles['working']}>
        <p className={styles['formula']}>{workingOf(line)}</p>
        <p className={styles['quiet']}>
          The customer was charged {formatPrice(charged)}.{' '}
          <LinkBase className={styles['link']} to={`/bills/${customerId}-${month}-${billVersion}/show`}>
            The bill
          </LinkBase>
        </p>
        <LinkBase className={styles['link']} to={parcelPath(parcelName)}>
          History of {parcelName}
        </LinkBase>
      </div>
    </details>
  );
}

/** '$18,518.52 + 25 % of $1,481.48 = $18,888.89': what is paid whole, and the vendor's share of the rest. */
export function workingOf({
  flat,
  base,
  share,
  amount,
}: Pick<Line, 'flat' | 'base' | 'share' | 'amount'>): string {
  const parts = [
    ...(flat === 0 ? [] : [formatPrice(flat)]),
    ...(base === 0 || share === 0 ? [] : [`${formatPercent(share)} of ${formatPrice(base)}`]),
  ];
  return `${parts.length === 0 ? formatPrice(0) : parts.join(' + ')} = ${formatPrice(amount)}`;
}
