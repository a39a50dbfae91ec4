import { useGetOne, useCanAccess, useParams } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { BackToList } from '../components/back-to.tsx';
import { HoldingBar } from '#web-shared/components/holding-bar/holding-bar.tsx';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { Page } from '../components/page.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { LoadedPage } from '../components/loaded.tsx';
import { CustomerFinance } from './customer-finance.tsx';
import { AccessChip } from './access-chip.tsx';
import { CustomerActivity } from './customer-activity.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { HoldingChart } from './holding-chart.tsx';
import { ViewAs } from './view-as.tsx';
import styles from './customers.module.css';

const back = <BackToCustomers />;

/** The way back to the list, for those who have one (product: Customers screen). */
function BackToCustomers() {
  const { canAccess } = useCanAccess({ resource: 'customers', action: 'list' });
  return canAccess ? <BackToList resource="customers" /> : null;
}

/** For administrators: Edit and Retail Markups (product: Customers screen). */
function EditButtons({ id }: { id: number }) {
  const { canAccess } = useCanAccess({ resource: 'customers', action: 'edit' });
  if (!canAccess) return null;
  return (
    <>
      <LinkButton to={`/customers/${id}/markups`}>Retail Markups</LinkButton>
      <LinkButton to={`/customers/${id}`} look="primary">
        Edit
      </LinkButton>
    </>
  );
}

/** One customer, to read (product: Customer). */
export function CustomerPage() {
  const { id = '' } = useParams();
  const customer = useGetOne<CustomerResource>('customers', { id: Number(id) }, failuresInPlace);
  return (
    <LoadedPage query={customer} title="Customer" noun="customer" above={back}>
      {(record) => <Opened customer={record} />}
    </LoadedPage>
  );
}

function Opened({ customer }: { customer: CustomerResource }) {
  const { customerId, name, currentlyHolding } = customer;
  return (
    <Page
      title={name}
      above={back}
      summary={<AccessChip customer={customer} />}
      actions={
        <>
          <HoldingBar holding={customer} />
          <ViewAs customerId={customerId} />
          <EditButtons id={customerId} />
        </>
      }
    >
      <div className={styles['wholeWidth']}>
        {currentlyHolding !== undefined && <HoldingChart customerId={customerId} />}
        <CustomerFields customer={customer} />
        <CustomerFinance customerId={customerId} />
        {currentlyHolding !== undefined && <CustomerActivity customerId={customerId} />}
      </div>
    </Page>
  );
}
