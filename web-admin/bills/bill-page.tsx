import { useQuery } from '@tanstack/react-query';
import { useGetOne, useParams } from 'react-admin';
import type { z } from 'zod';
import { issuedBillSchema } from '#contracts/api/bills.ts';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { Facts, Section } from '#web-shared/components/facts/facts.tsx';
import { LoadedPage } from '../components/loaded-page.tsx';
import { BackTo } from '../components/form/edit-record.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatCount } from '#web-shared/formats/figures.ts';
import { Page } from '../components/page.tsx';
import { call } from '../providers/http-client.ts';
import { BillLines } from './bill-lines.tsx';
import { Explanation } from './explanation.tsx';
import { monthName } from '#contracts/vocabulary/months.ts';
import { TextLink } from '../components/text-link.tsx';

type Bill = z.infer<typeof issuedBillSchema>;

/**
 * A bill opened line by line to its working, and explained between two cuts (rule: Closing and adjusting).
 */
export function BillPage() {
  const { id = '' } = useParams();
  const bill = useQuery({
    queryKey: ['bill', id],
    queryFn: () => call(`/api/bills/${id}`, issuedBillSchema, { method: 'GET' }),
  });
  const back = <BackTo resource="bills" title="Bills" />;
  return (
    <LoadedPage query={bill} title="Bill" noun="bill" above={back}>
      {(bill) => <Opened bill={bill} />}
    </LoadedPage>
  );
}

function Opened({ bill }: { bill: Bill }) {
  const { data: customer } = useGetOne<CustomerResource>('customers', { id: bill.customerId });
  return (
    <Page
      title={`${customer?.name ?? `Customer ${bill.customerId}`}, ${monthName(bill.month)}`}
      above={<BackTo resource="bills" title="Bills" />}
      summary={`${formatPrice(bill.total)}, version ${bill.version}, due ${formatMoment(bill.dueDate)}`}
      actions={<TextLink to={`/customers/${bill.customerId}/show`}>The customer</TextLink>}
    >
      <BillLines lines={bill.lines} total={bill.total} />
      <Explanation customerId={bill.customerId} month={bill.month} since={bill.cut.position} />
      <Section title="How it was made">
        <Facts
          facts={[
            ['Issued', `${formatMoment(bill.issuedAt)} by ${bill.issuedBy}`],
            [
              'Known up to',
              `${formatMoment(bill.cut.recordedAt)} (position ${formatCount(bill.cut.position)})`,
            ],
            ['Policy version', bill.policyVersion],
            ['Input hash', bill.inputHash.slice(0, 16)],
            ['Overrides', bill.overridesHash.slice(0, 16)],
          ]}
        />
      </Section>
    </Page>
  );
}
