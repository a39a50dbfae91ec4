import { useParams } from 'react-admin';
import { billSettlementReply, openedBillSchema, type OpenedBill } from '#contracts/api/bills.ts';
import { overriddenTermWords } from '#contracts/billing/overridden-terms.ts';
import { settlementWords } from '#contracts/billing/settlement-words.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Facts, Section } from '#web-shared/components/facts/facts.tsx';
import { FailedState } from '../components/failed-state.tsx';
import { LoadedPage } from '../components/loaded.tsx';
import { BackToList } from '../components/back-to.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { Page } from '../components/page.tsx';
import { customerNameOf } from '../components/record-names.ts';
import { BillDocuments } from './bill-documents.tsx';
import { BillLines } from './bill-lines.tsx';
import { Comparison } from './comparison.tsx';
import { Explanation } from './explanation.tsx';
import { monthName } from '#contracts/vocabulary/months.ts';
import { TextLink } from '../components/text-link.tsx';
import { useGet } from '../providers/use-get.ts';

const back = <BackToList resource="bills" />;

/**
 * A bill opened line by line to its working, with its documents, compared, and explained between two cuts (rule:
 * Closing and adjusting).
 */
export function BillPage() {
  const { id = '' } = useParams();
  const bill = useGet(`/api/bills/${id}`, openedBillSchema);
  return (
    <LoadedPage query={bill} title="Bill" noun="bill" above={back}>
      {(bill) => <Opened bill={bill} />}
    </LoadedPage>
  );
}

function Opened({ bill }: { bill: OpenedBill }) {
  const { customerId, month, version, newestVersion } = bill;
  return (
    <Page
      title={`${customerNameOf(bill)}, ${monthName(month)}`}
      above={back}
      summary={`${formatPrice(bill.total)}, version ${version}, due ${bill.dueDate}`}
      actions={<TextLink to={`/customers/${customerId}/show`}>The customer</TextLink>}
    >
      {version < newestVersion ? (
        <p>
          Replaced by{' '}
          <TextLink to={`/bills/${customerId}-${month}-${newestVersion}/show`}>
            version {newestVersion}
          </TextLink>
          .
        </p>
      ) : (
        <Settled id={bill.id} />
      )}
      {bill.overriddenTerms.map((term) => (
        <p key={term.name}>{overriddenTermWords(term)}</p>
      ))}
      <BillLines lines={bill.lines} total={bill.total} vendors={bill.vendors} />
      <BillDocuments documents={bill.documents} />
      <Comparison key={`${bill.id} compared`} bill={bill} />
      <Explanation customerId={customerId} month={month} since={bill.cut.position} />
      <Section title="How it was made">
        <Facts
          facts={[
            ['Issued', `${formatMoment(bill.issuedAt)} by ${bill.issuedBy}`],
            ['Known up to', formatMoment(bill.cut.recordedAt)],
            ['Version of the rules', bill.policyVersion],
          ]}
        />
      </Section>
    </Page>
  );
}

/** What has become of the bill: issued, as known now, and on which bill the difference stands. */
function Settled({ id }: { id: string }) {
  const { data, error, refetch } = useGet(`/api/bills/${id}/settlement`, billSettlementReply);
  if (error && !data)
    return <FailedState error={error} what="What changed since the bill" onRetry={() => void refetch()} />;
  return data?.settlement ? <p>{settlementWords(data.settlement)}</p> : null;
}
