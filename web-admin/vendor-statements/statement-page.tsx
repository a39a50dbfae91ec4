import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-admin';
import { wireStatementSchema } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { parcelPath } from '../components/parcel-path.ts';
import { Formula, LineNote, LineSheet, SheetLine } from '../components/line-sheet/line-sheet.tsx';
import { monthName, monthValue } from '#contracts/vocabulary/months.ts';
import { DownloadButton } from '../components/download-button.tsx';
import { LoadedPage } from '../components/loaded.tsx';
import { BackToList } from '../components/back-to.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatPercent } from '#web-shared/formats/figures.ts';
import { lineKindName } from '#web-shared/formats/line-kinds.ts';
import { Page } from '../components/page.tsx';
import { call } from '../providers/http-client.ts';
import { CustomerName } from '../components/customer-name.tsx';
import { vendorNameOf } from '../components/record-names.ts';
import type { Statement } from './statement-list.tsx';
import { TextLink } from '../components/text-link.tsx';

type Line = Statement['lines'][number];

/** To the statements of the same month. */
const backTo = (month: string): ReactNode => (
  <BackToList resource="vendor-statements" {...(month !== '' && { query: `month=${monthValue(month)}` })} />
);

/** A vendor's statement of a month, line by line to its working (rule: Statements). */
export function StatementPage() {
  const { id = '' } = useParams();
  const [, vendorId = '', month = ''] = /^(\d+)-(\d{4}-\d{2})$/.exec(id) ?? [];
  const statement = useQuery({
    queryKey: ['vendor statement', id],
    queryFn: () => {
      if (vendorId === '') throw new Error('There is no such statement.');
      return call(`/api/vendor-statements/${vendorId}?month=${month}`, wireStatementSchema, {
        method: 'GET',
      });
    },
  });
  return (
    <LoadedPage query={statement} title="Vendor statement" noun="statement" above={backTo(month)}>
      {(loaded) => <Opened statement={loaded} />}
    </LoadedPage>
  );
}

function Opened({ statement }: { statement: Statement }) {
  const { month, lines, total } = statement;
  return (
    <Page
      title={`${vendorNameOf(statement)}, ${monthName(month)}`}
      above={backTo(month)}
      summary={formatNumberOf(lines.length, ['line', 'lines'])}
      actions={lines.length > 0 && <Downloads statement={statement} />}
    >
      <LineSheet total={total} empty="No bill of this month includes this vendor.">
        {lines.map((line, place) => (
          <StatementLine
            // A parcel has a part for each of its fees in a surcharge.
            key={`${line.customerId} ${line.lineKey} ${line.parcelName} ${place}`}
            line={line}
            month={month}
          />
        ))}
      </LineSheet>
    </Page>
  );
}

/** The statement as the vendor gets it. */
function Downloads({ statement: { vendorId, month } }: { statement: Statement }) {
  const path = `/api/vendor-statements/${vendorId}/file?month=${month}`;
  return (
    <>
      <DownloadButton path={`${path}&format=xlsx`} working="Making the workbook…">
        Workbook
      </DownloadButton>
      <DownloadButton path={`${path}&format=pdf`} working="Making the PDF…">
        PDF
      </DownloadButton>
    </>
  );
}

function StatementLine({ line, month }: { line: Line; month: string }) {
  const { customerId, billVersion, kind, adjusts, parcelName, amount } = line;
  const about = (
    <>
      {parcelName}
      {adjusts && `, ${lineKindName(adjusts.kind).toLowerCase()} of ${monthName(adjusts.month)}`}{' '}
      <small>
        <CustomerName customerId={customerId} />
      </small>
    </>
  );
  return (
    <SheetLine kind={kind} about={about} amount={amount}>
      <Formula>{workingOf(line)}</Formula>
      <LineNote>
        {chargesOf(line)}
        <TextLink to={`/bills/${customerId}-${month}-${billVersion}/show`}>The bill</TextLink>
      </LineNote>
      <TextLink to={parcelPath(parcelName)}>History of {parcelName}</TextLink>
    </SheetLine>
  );
}

/** What the customer was charged for the line's parcel, by the trading system and by the bill. */
function chargesOf({ kind, adjusts, charged, tradingSystem }: Line): string {
  const isCredit = (adjusts?.kind ?? kind) === 'CREDIT';
  const invoiced = isCredit
    ? `The trading system credited ${formatPrice(-tradingSystem)}. `
    : `The trading system invoiced ${formatPrice(tradingSystem)}. `;
  const byBill = charged === null ? '' : `The customer was charged ${formatPrice(charged)}. `;
  if (tradingSystem === 0) return byBill;
  // A bill has what the trading system invoiced at zero, unless that is overridden.
  return charged === 0 ? invoiced : invoiced + byBill;
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
